// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {BoundedCall} from "../../contracts/BoundedCall.sol";
import {Deposit} from "../../contracts/Deposit.sol";
import {Frame} from "../../contracts/Frame.sol";
import "../../contracts/Payment.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {SignedPull} from "../../contracts/SignedPull.sol";
import {Terms, TermsLib} from "../../contracts/Terms.sol";
import {IERC3009} from "../../contracts/interfaces/IERC3009.sol";
import {IERC7598} from "../../contracts/interfaces/IERC7598.sol";
import {ISignatureTransfer} from "../../contracts/interfaces/ISignatureTransfer.sol";

/// @notice The assembly of the contracts behind external functions, so that its arguments are calldata.
contract Exposed is Settlement {
    constructor() Pulls(ISignatureTransfer(address(0x22))) {}

    function authorization(Terms memory terms, bytes32 hash, bytes calldata signature)
        external
        view
        returns (bytes memory)
    {
        return SignedPull.authorization(terms, hash, signature);
    }

    /// Dirty memory first, because the encoding is written to memory that is not zero.
    function permit(Terms memory terms, bytes32 hash, bytes32 merchant, bytes calldata signature)
        external
        view
        returns (bytes memory data, bytes memory next)
    {
        assembly ("memory-safe") {
            let free := mload(0x40)
            for { let i := 0 } lt(i, 0x800) { i := add(i, 0x20) } { mstore(add(free, i), not(0)) }
        }
        data = SignedPull.permit(terms, hash, merchant, signature);
        next = new bytes(32); // must not overlap
        next[0] = 0x01;
    }

    function set(Terms memory terms, Pull calldata pull) external pure returns (Terms memory) {
        TermsLib.set(terms, pull);
        return terms;
    }

    function frame(address, Group[] calldata) external pure returns (bytes memory made) {
        made = Frame.create(0x11223344);
        Frame.setGroup(made, 5, 6);
        Frame.setPayout(made, 7, 8, true);
    }

    function emitBoth(Terms memory terms, bytes32 hash) external {
        _emitPaid(terms, hash);
        emit Paid(
            terms.key,
            hash,
            terms.destination,
            terms.payer,
            terms.amount,
            terms.fee,
            terms.deadline,
            terms.token,
            terms.feeReceiver,
            terms.method
        );
    }

    function setDeposit(Terms memory terms) external view returns (bytes32 salt, address payer, uint256 chainId) {
        salt = _setDeposit(terms);
        (payer, chainId) = (terms.payer, terms.chainId);
    }

    function tryCall(address target, bytes calldata data, uint256 most) external returns (bool, bytes memory) {
        return BoundedCall.tryCall(target, gasleft(), data, most);
    }

    function balanceOfThis(address token) external view returns (uint256) {
        return BoundedCall.balanceOfThis(token);
    }
}

contract Echo {
    function reply(bool fails, bytes calldata data) external pure {
        bytes memory copy = data;
        assembly {
            if fails { revert(add(copy, 0x20), mload(copy)) }
            return(add(copy, 0x20), mload(copy))
        }
    }
}

contract Money is ERC20("Money", "M") {
    constructor(address to, uint256 amount) {
        _mint(to, amount);
    }
}

/// @notice The assembly does what plain Solidity does.
contract DifferentialTest is Test {
    bytes32 private constant WITNESS_TYPEHASH = keccak256(
        "Payment(string merchant,address destination,uint256 fee,address feeReceiver,bytes32 paymentKey)"
    );
    string private constant TYPE_STRING = "Payment witness)"
        "Payment(string merchant,address destination,uint256 fee,address feeReceiver,bytes32 paymentKey)"
        "TokenPermissions(address token,uint256 amount)";

    Exposed private exposed = new Exposed();
    Echo private echo = new Echo();

    function testFuzz_hash(Terms memory t) public pure {
        bytes memory plain = abi.encode(
            t.chainId, t.router, t.destination, t.key, t.payer, t.amount, t.fee, t.deadline, t.token, t.feeReceiver
        );
        assertEq(TermsLib.hash(t), keccak256(plain));
    }

    function testFuzz_set(Terms memory terms, Pull calldata pull) public view {
        Terms memory expected = abi.decode(abi.encode(terms), (Terms));
        (expected.key, expected.payer, expected.amount) = (pull.key, pull.payer, pull.amount);
        (expected.fee, expected.deadline) = (pull.fee, pull.deadline);
        assertEq(abi.encode(exposed.set(terms, pull)), abi.encode(expected));
    }

    function testFuzz_authorization(Terms memory t, bytes32 hash, bytes32 r, bytes32 s, uint8 v) public view {
        address router = address(exposed);
        bytes memory plain = abi.encodeCall(
            IERC3009.receiveWithAuthorization, (t.payer, router, t.amount, 0, t.deadline, hash, v, r, s)
        );
        assertEq(exposed.authorization(t, hash, abi.encodePacked(r, s, v)), plain);
    }

    function testFuzz_authorizationByBytes(Terms memory t, bytes32 hash, bytes calldata signature) public view {
        vm.assume(signature.length != 65);
        bytes memory plain = abi.encodeCall(
            IERC7598.receiveWithAuthorization, (t.payer, address(exposed), t.amount, 0, t.deadline, hash, signature)
        );
        assertEq(exposed.authorization(t, hash, signature), plain);
    }

    function testFuzz_permit(Terms memory t, bytes32 hash, bytes32 merchant, bytes calldata signature) public view {
        (bytes memory data, bytes memory next) = exposed.permit(t, hash, merchant, signature);
        assertEq(data, _plainPermit(t, hash, merchant, signature));
        assertEq(next, abi.encodePacked(bytes1(0x01), bytes31(0)));
    }

    function test_permitOfEveryLength() public view {
        Terms memory t;
        for (uint256 length; length <= 130; ++length) {
            bytes memory signature = new bytes(length);
            for (uint256 i; i < length; ++i) signature[i] = 0xff;
            (bytes memory data,) = exposed.permit(t, 0, 0, signature);
            assertEq(data, _plainPermit(t, 0, 0, signature));
        }
    }

    function _plainPermit(Terms memory t, bytes32 hash, bytes32 merchant, bytes memory signature)
        private
        view
        returns (bytes memory)
    {
        bytes32 witness =
            keccak256(abi.encode(WITNESS_TYPEHASH, merchant, t.destination, t.fee, t.feeReceiver, t.key));
        return abi.encodeCall(
            ISignatureTransfer.permitWitnessTransferFrom,
            (
                ISignatureTransfer.PermitTransferFrom(
                    ISignatureTransfer.TokenPermissions(t.token, t.amount), uint256(hash), t.deadline
                ),
                ISignatureTransfer.SignatureTransferDetails(address(exposed), t.amount),
                t.payer,
                witness,
                TYPE_STRING,
                signature
            )
        );
    }

    function testFuzz_depositAddress(Terms memory t) public view {
        bytes memory plain = abi.encode(
            0, t.router, t.destination, t.key, address(0), t.amount, t.fee, t.deadline, t.token, t.feeReceiver
        );
        bytes32 codeHash = keccak256(type(Deposit).creationCode);
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(exposed), keccak256(plain), codeHash));
        (bytes32 salt, address payer, uint256 chainId) = exposed.setDeposit(t);
        assertEq(salt, keccak256(plain));
        assertEq(payer, address(uint160(uint256(hash))));
        assertEq(chainId, block.chainid);
    }

    function testFuzz_frame(address token, bytes calldata signature, uint8 size) public view {
        Group[] memory groups = new Group[](size % 3);
        for (uint256 i; i < groups.length; ++i) {
            groups[i].feeReceiver = token;
            groups[i].payouts = new Payout[](size % 4);
            for (uint256 j; j < groups[i].payouts.length; ++j) {
                groups[i].payouts[j].pulls = new Pull[](size % 5);
                for (uint256 k; k < size % 5; ++k) groups[i].payouts[j].pulls[k].signature = signature;
            }
        }
        bytes memory plain = abi.encodeWithSelector(0x11223344, token, groups, 5, 7, 8, true);
        assertEq(exposed.frame(token, groups), plain);
    }

    function testFuzz_paid(Terms memory terms, bytes32 hash) public {
        vm.recordLogs();
        exposed.emitBoth(terms, hash);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2);
        assertEq(abi.encode(logs[0].topics), abi.encode(logs[1].topics));
        assertEq(logs[0].data, logs[1].data);
    }

    function testFuzz_tryCall(bool fails, bytes calldata reply, uint16 most) public {
        bytes memory data = abi.encodeCall(Echo.reply, (fails, reply));
        (bool ok, bytes memory returned) = exposed.tryCall(address(echo), data, most);
        assertEq(ok, !fails);
        assertEq(returned, reply.length > most ? reply[:most] : reply);
    }

    function testFuzz_balance(uint256 amount) public {
        assertEq(exposed.balanceOfThis(address(new Money(address(exposed), amount))), amount);
    }

    function test_balanceOfNoToken() public {
        vm.expectRevert(bytes(""));
        exposed.balanceOfThis(address(0x99));
    }
}
