// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice What a `Deposit` asks the router. A call without data returns (amount, token): what to send to the router.
/// It has no name, because finding a function by its name costs gas.
interface IDeposits {
    /// @notice Where coins that lie on the deposit address go.
    function coinReceiver() external view returns (address);
}

/// @notice Stands at a deposit address while its money is passed on, and only then: a contract that self-destructs in
/// the transaction of its creation is deleted (EIP-6780), so the money of a later deposit can be passed on as well. Its
/// code is constant. The address is thus a function of the router and of the salt, which is a hash of the terms.
/// Assembly saves 1 000 gas for each deposit.
contract Deposit {
    /// Enough for any Error(string) of the known tokens; longer errors are cut off.
    uint256 private constant REASON_BYTES_MAX = 256;

    /// Payable, because a check for coins would cost gas. The router sends none.
    constructor() payable {
        bytes4 transfer = IERC20.transfer.selector;
        bool ok;
        // (amount, token) = msg.sender(); ok = IERC20(token).transfer(msg.sender, amount). With coins alone, the token
        // is the zero address, which accepts any call.
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, transfer)
            mstore(add(data, 4), caller())
            pop(staticcall(gas(), caller(), 0, 0, add(data, 0x24), 0x40))
            ok := call(gas(), mload(add(data, 0x44)), 0, data, 0x44, 0, 0)
        }
        if (!ok) {
            assembly ("memory-safe") {
                let excess := mul(gt(returndatasize(), REASON_BYTES_MAX), sub(returndatasize(), REASON_BYTES_MAX))
                let size := sub(returndatasize(), excess)
                let reason := mload(0x40)
                returndatacopy(reason, 0, size)
                revert(reason, size)
            }
        }
        // The caller gets no coins. As an account that the transaction has used already, it is the cheapest receiver.
        selfdestruct(payable(address(this).balance == 0 ? msg.sender : IDeposits(msg.sender).coinReceiver()));
    }
}
