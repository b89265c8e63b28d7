// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {Terms} from "../../contracts/Terms.sol";
import {ContractWallet} from "../../contracts/test/ContractWallet.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {SilentNonceToken} from "../../contracts/test/SilentNonceToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {DenyingToken} from "./Tokens.sol";

interface ITransferWithAuthorization {
    function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes memory) external;
}

/// @notice Payments by a transfer to the destination that the payer has authorised under a nonce of their own.
contract TransfersTest is RouterTest {
    uint256 private constant BUYER = 1;
    uint256 private constant OTHER = 2;
    uint256 private constant BALANCE = 1_000;

    DenyingToken private token;
    address private buyer;

    function setUp() public override {
        super.setUp();
        token = new DenyingToken();
        buyer = vm.addr(BUYER);
        token.mint(buyer, BALANCE);
        token.mint(vm.addr(OTHER), BALANCE);
        vm.warp(1_700_000_000);
    }

    function test_alone() public {
        Payment memory p = _payment();
        router.payWithTransfer(p, _signed(p));
        _expectPaid(p, 1);
    }

    function test_inABatch() public {
        (Payment memory p, Payment memory q) = (_payment(), _paymentOfOther());
        assertEq(router.settle(p.token, _two(p, _signed(p), q, _signedBy(OTHER, q))), 2);
        assertEq(token.balanceOf(p.destination), p.amount + q.amount);
        assertEq(token.balanceOf(buyer), BALANCE - p.amount);
        assertEq(token.balanceOf(vm.addr(OTHER)), BALANCE - q.amount);
        (Terms[] memory paid, uint256 failed) = router.take();
        assertEq(paid.length, 2);
        assertEq(failed, 0);
        assertEq(paid[1].key, q.key);
    }

    /// Its money does not pass through the router, whose other payments are measured there.
    function test_besideAnotherMethod() public {
        (Payment memory p, Payment memory q) = (_payment(), _paymentOfOther());
        (q.fee, q.feeReceiver) = (7, address(0xF1));
        Group[] memory groups = new Group[](3);
        groups[0] = _one(q, Buyer.signAuthorization(OTHER, router, q))[0];
        groups[0].method = 0;
        groups[1] = _one(p, _signed(p))[0];
        Payment memory r = _paymentOfOther();
        r.key = "third";
        groups[2] = _one(r, Buyer.signAuthorization(OTHER, router, r))[0];
        groups[2].method = 0;
        assertEq(router.settle(p.token, groups), 3);
        assertEq(token.balanceOf(p.destination), p.amount + q.amount - q.fee + r.amount);
        assertEq(token.balanceOf(q.feeReceiver), q.fee);
        assertEq(token.balanceOf(address(router)), 0);
    }

    /// Somebody's authorisation cannot be presented as the payment of another order, or of other terms.
    function test_paysNothingElse() public {
        bytes memory reason = abi.encodeWithSelector(TestToken3009.SignatureWrong.selector);
        Payment memory p = _payment();
        bytes memory signed = _signed(p);
        p.key = "another";
        _expectFailure(p, signed, reason);
        (p = _payment()).destination = address(0xA2);
        _expectFailure(p, signed, reason);
        (p = _payment()).amount += 1;
        _expectFailure(p, signed, reason);
        (p = _payment()).deadline += 1;
        _expectFailure(p, signed, reason);
        (p = _payment()).payer = vm.addr(OTHER);
        _expectFailure(p, signed, reason);
        p = _payment();
        _expectFailure(p, bytes.concat(bytes32(uint256(1)), _without(signed)), reason);
        router.payWithTransfer(p, signed);
        _expectPaid(p, 1);
    }

    /// Else a stranger could pay another hash of terms by the same authorisation.
    function test_noFee() public {
        Payment memory p = _payment();
        p.feeReceiver = address(0xF1);
        _expectFailure(p, _signed(p), abi.encodeWithSelector(FeeReceiverRefused.selector, p.feeReceiver));
        (p.fee, p.feeReceiver) = (1, address(0));
        _expectFailure(p, _signed(p), abi.encodeWithSelector(FeeReceiverRefused.selector, address(0)));
    }

    function test_onceOnly() public {
        Payment memory p = _payment();
        bytes memory signed = _signed(p);
        assertEq(router.settle(p.token, _one(p, signed)), 1);
        _expectPaid(p, 1);
        _expectFailure(p, signed, abi.encodeWithSelector(TestToken3009.AuthorizationUsed.selector));
        assertEq(token.balanceOf(p.destination), p.amount);
    }

    function test_aStrangerUsedItAtTheToken() public {
        Payment memory p = _payment();
        bytes memory signed = _signed(p);
        ITransferWithAuthorization(p.token)
            .transferWithAuthorization(buyer, p.destination, p.amount, 0, p.deadline, p.key, _without(signed));
        _expectFailure(p, signed, abi.encodeWithSelector(TestToken3009.AuthorizationUsed.selector));
    }

    function test_outOfTime() public {
        Payment memory p = _payment();
        bytes memory signed = Buyer.signTransferToDestination(BUYER, p, block.timestamp + 5);
        _expectFailure(p, signed, abi.encodeWithSelector(TestToken3009.AuthorizationOutOfTime.selector));
        vm.warp(block.timestamp + 6);
        uint256 snapshot = vm.snapshotState();
        router.payWithTransfer(p, signed);
        _expectPaid(p, 1);
        vm.revertToState(snapshot);
        vm.warp(p.deadline);
        _expectFailure(p, signed, abi.encodeWithSelector(Expired.selector, p.deadline, p.deadline));
    }

    /// Nobody who pays themselves has paid.
    function test_payerIsDestination() public {
        Payment memory p = _payment();
        p.destination = buyer;
        bytes memory signed = _signed(p);
        bytes memory reason = abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, 0);
        _expectFailure(p, signed, reason);
        // beside a payment of another payer to the same destination, which is made
        Payment memory q = _paymentOfOther();
        q.destination = buyer;
        p.key = "again";
        assertEq(router.settle(p.token, _two(p, _signed(p), q, _signedBy(OTHER, q))), 1);
        (Terms[] memory paid,) = router.take();
        assertEq(paid[0].key, q.key);
    }

    function test_aTokenThatIgnoresASecondUse() public {
        SilentNonceToken silent = new SilentNonceToken();
        silent.mint(buyer, BALANCE);
        silent.mint(vm.addr(OTHER), BALANCE);
        (Payment memory p, Payment memory q) = (_payment(), _paymentOfOther());
        p.token = q.token = address(silent);
        bytes memory signed = _signed(p);
        router.payWithTransfer(p, signed);
        router.take();
        _expectFailure(p, signed, abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, 0));
        router.take();
        assertEq(router.settle(p.token, _two(p, signed, q, _signedBy(OTHER, q))), 1);
        (Terms[] memory paid,) = router.take();
        assertEq(paid[0].key, q.key);
        assertEq(silent.balanceOf(p.destination), p.amount + q.amount);
    }

    function test_aTokenThatKeepsAPart() public {
        FeeOnTransferToken keeping = new FeeOnTransferToken();
        keeping.mint(buyer, BALANCE);
        Payment memory p = _payment();
        p.token = address(keeping);
        bytes memory signed = _signed(p);
        _expectFailure(p, signed, abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, p.amount - 1));
        assertEq(keeping.balanceOf(buyer), BALANCE);
    }

    function test_aRefusedReceiver() public {
        Payment memory p = _payment();
        for (uint256 i; i < 3; ++i) {
            p.destination = [address(0), p.token, address(router)][i];
            bytes memory reason = abi.encodeWithSelector(DestinationRefused.selector, p.destination);
            _expectFailure(p, _signed(p), reason);
        }
        p = _payment();
        token.deny(p.destination, true);
        _expectFailure(p, _signed(p), abi.encodeWithSignature("Error(string)", "denied"));
    }

    function test_aContractWalletSigns() public {
        ContractWallet wallet = new ContractWallet(buyer);
        token.mint(address(wallet), BALANCE);
        Payment memory p = _payment();
        p.payer = address(wallet);
        router.payWithTransfer(p, bytes.concat(_signed(p), hex"00"));
        p.key = "second";
        assertEq(router.settle(p.token, _one(p, bytes.concat(_signed(p), hex"00"))), 1);
        assertEq(token.balanceOf(p.destination), 2 * p.amount);
    }

    /// A wallet that burns all its gas fails alone, and so does one whose answer is a megabyte.
    function test_aHostileWalletHarmsOnlyItself() public {
        ContractWallet wallet = new ContractWallet(buyer);
        token.mint(address(wallet), BALANCE);
        (Payment memory p, Payment memory q) = (_payment(), _paymentOfOther());
        p.payer = address(wallet);
        for (uint256 i = 1; i <= 2; ++i) {
            q.key = bytes32(i);
            bytes memory hostile = bytes.concat(_signed(p), bytes1(uint8(i)));
            assertEq(router.settle{gas: 1_000_000}(p.token, _two(p, hostile, q, _signedBy(OTHER, q))), 1);
            assertEq(token.balanceOf(q.destination), i * q.amount);
        }
    }

    function test_atAnyGasAllOrNothing() public {
        (Payment memory p, Payment memory q) = (_payment(), _paymentOfOther());
        Group[] memory groups = _two(p, _signed(p), q, _signedBy(OTHER, q));
        _assertAllOrNothingAtAnyGas(p.token, groups, 900_000);
    }

    function _payment() private view returns (Payment memory) {
        return Payment(address(0xA1), "nonce", buyer, 100, 0, 1_700_000_060, address(token), address(0));
    }

    function _paymentOfOther() private view returns (Payment memory p) {
        p = _payment();
        (p.key, p.payer, p.amount) = ("other", vm.addr(OTHER), 30);
    }

    function _signed(Payment memory p) private view returns (bytes memory) {
        return _signedBy(BUYER, p);
    }

    function _signedBy(uint256 key, Payment memory p) private view returns (bytes memory) {
        return Buyer.signTransferToDestination(key, p, 0);
    }

    /// The signature without validAfter.
    function _without(bytes memory signed) private pure returns (bytes memory signature) {
        signature = new bytes(65);
        for (uint256 i; i < 65; ++i) signature[i] = signed[32 + i];
    }

    function _one(Payment memory p, bytes memory signed) private pure returns (Group[] memory groups) {
        groups = new Group[](1);
        groups[0] = Group(p.feeReceiver, 4, new Payout[](1));
        groups[0].payouts[0] = Payout(p.destination, 0, new Pull[](1));
        groups[0].payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signed);
    }

    function _two(Payment memory p, bytes memory signed, Payment memory q, bytes memory other)
        private
        pure
        returns (Group[] memory)
    {
        return _joined(_one(p, signed), _one(q, other));
    }

    /// The only payment made, with these terms, whose money is at the destination and never was at the router.
    function _expectPaid(Payment memory p, uint256 times) private {
        (Terms[] memory paid, uint256 failed) = router.take();
        assertEq(paid.length, 1);
        assertEq(failed, 0);
        assertEq(router.hashOf(paid[0]), router.termsHash(p));
        assertEq(paid[0].method, 4);
        assertEq(TestToken3009(p.token).balanceOf(p.destination), times * p.amount);
        assertEq(TestToken3009(p.token).balanceOf(address(router)), 0);
    }

    /// Alone and in a batch, with the same reason, and without an event of a payment.
    function _expectFailure(Payment memory p, bytes memory signed, bytes memory reason) private {
        router.take();
        (bool ok, bytes memory returned) = address(router).call(abi.encodeCall(router.payWithTransfer, (p, signed)));
        assertFalse(ok);
        assertEq(returned, reason);
        vm.expectEmit(address(router));
        emit Settlement.PaymentFailed(p.key, router.termsHash(p), p.payer, p.token, p.amount, reason);
        assertEq(router.settle(p.token, _one(p, signed)), 0);
        (Terms[] memory paid,) = router.take();
        assertEq(paid.length, 0);
    }
}
