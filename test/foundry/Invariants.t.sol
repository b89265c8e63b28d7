// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {Group, Pull} from "../../contracts/Payment.sol";
import {ISignatureTransfer} from "../../contracts/interfaces/ISignatureTransfer.sol";
import {FalseToken} from "../../contracts/test/FalseToken.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {SilentNonceToken} from "../../contracts/test/SilentNonceToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Handler} from "./Handler.sol";
import {RecordingRouter} from "./RecordingRouter.sol";
import {FickleToken, HonestToken, LyingToken, TerseToken} from "./Tokens.sol";

/// @notice Deploys the real Permit2 from its compiled sources (scripts/compile-permit2.js), and a router.
abstract contract RouterTest is Test {
    RecordingRouter internal router;

    function setUp() public virtual {
        bytes memory initCode = vm.parseJsonBytes(vm.readFile(".cache/permit2.json"), ".initCode");
        address permit2;
        assembly {
            permit2 := create(0, add(initCode, 0x20), mload(initCode))
        }
        router = new RecordingRouter(ISignatureTransfer(permit2));
    }

    /// The first group, whose payout has the other's pull as well.
    function _joined(Group[] memory groups, Group[] memory other) internal pure returns (Group[] memory) {
        Pull[] memory pulls = new Pull[](2);
        (pulls[0], pulls[1]) = (groups[0].payouts[0].pulls[0], other[0].payouts[0].pulls[0]);
        groups[0].payouts[0].pulls = pulls;
        return groups;
    }

    /// The two payments of these groups are both made or the call reverts, at any gas below `gasMax`.
    function _assertAllOrNothingAtAnyGas(address token, Group[] memory groups, uint256 gasMax) internal {
        bytes memory call = abi.encodeCall(router.settle, (token, groups));
        uint256 reverted;
        for (uint256 gas = 60_000; gas < gasMax; gas += 9_973) {
            uint256 snapshot = vm.snapshotState();
            (bool ok, bytes memory returned) = address(router).call{gas: gas}(call);
            if (ok) assertEq(abi.decode(returned, (uint256)), 2);
            else ++reverted;
            vm.revertToState(snapshot);
        }
        assertGt(reverted, 0);
        assertEq(router.settle(token, groups), 2);
    }
}

/// @notice In equals out, nothing stays, terms are paid once per method, and events match balances. This holds for
/// every input and every behaviour of tokens and wallets. The handler checks after each call.
contract InvariantsTest is RouterTest {
    Handler private handler;
    TestToken3009[] private tokens;

    function setUp() public override {
        super.setUp();
        tokens.push(new HonestToken());
        tokens.push(new SilentNonceToken());
        tokens.push(new FalseToken(address(0xA2)));
        tokens.push(new TerseToken());
        tokens.push(new FeeOnTransferToken());
        tokens.push(new LyingToken());
        tokens.push(new FickleToken());
        handler = new Handler(router, tokens, 5);
        targetContract(address(handler));
    }

    function afterInvariant() public view {
        assertGt(handler.settledCount(), 0, "no payment was made: the invariants prove nothing");
    }

    function invariant_theRouterHoldsNothing() public view {
        for (uint256 i; i < 5; ++i) assertEq(tokens[i].balanceOf(address(router)), 0);
        assertEq(address(router).balance, 0);
    }
}
