// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {ContractWallet} from "../../contracts/test/ContractWallet.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {DepositTest} from "./DepositTest.sol";

interface ITransferWithAuthorization {
    function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes memory) external;
}

/// @notice Sweeps that first make a transfer which the buyer has authorised to the deposit address. Each call must be a
/// separate transaction, so that a deposit's contract is deleted.
/// forge-config: default.isolate = true
contract AuthorizedDepositsTest is DepositTest {
    uint256 private constant BUYER = 1;

    address private buyer;

    function setUp() public override {
        super.setUp();
        buyer = vm.addr(BUYER);
        token.mint(buyer, 1_000);
    }

    function test_alone() public {
        Payment memory p = _payment();
        vm.recordLogs();
        router.sweepWithAuthorization(p, _signed(p));
        _expectSplit(p, 1);
        _expectPaid(p);
    }

    function test_inABatchBesideADeposit() public {
        (Payment memory p, Payment memory q) = (_payment(), _payment());
        q.key = "another";
        _send(q, q.amount);
        assertEq(router.settle(p.token, _two(p, _signed(p), q, "")), 2);
        _expectSplit(p, 2);
        assertEq(token.balanceOf(router.depositAddress(q)), 0);
    }

    /// Anyone who sees the authorisation can use it: the money arrives all the same.
    function test_aStrangerMadeTheTransfer() public {
        Payment memory p = _payment();
        for (uint256 i = 1; i <= 2; ++i) {
            bytes memory signed = _signedBy(BUYER, buyer, p, p.amount, bytes32(i));
            _transferAsStranger(p, signed);
            if (i == 1) router.sweepWithAuthorization(p, signed);
            else assertEq(router.settle(p.token, _one(p, signed)), 1);
            _expectSplit(p, i);
        }
    }

    function test_twiceTheSameMovesTheMoneyOnce() public {
        Payment memory p = _payment();
        bytes memory signed = _signed(p);
        router.sweepWithAuthorization(p, signed);
        _expectFailure(p, signed, abi.encodeWithSelector(TestToken3009.AuthorizationUsed.selector));
        assertEq(token.balanceOf(buyer), 900);
        _expectSplit(p, 1);
    }

    function test_theTokensReason() public {
        Payment memory p = _payment();
        bytes memory wrong = abi.encodeWithSelector(TestToken3009.SignatureWrong.selector);
        _expectFailure(p, _signedBy(2, buyer, p, p.amount, "nonce"), wrong);
        Payment memory other = _payment();
        other.key = "another";
        _expectFailure(p, _signed(other), wrong); // for another address
        bytes memory signed = _signed(p);
        vm.warp(p.deadline);
        _expectFailure(p, signed, abi.encodeWithSelector(TestToken3009.AuthorizationOutOfTime.selector));
    }

    /// The money of a deposit is enough without the transfer.
    function test_aWrongSignatureDoesNotMatterIfTheMoneyLiesThere() public {
        Payment memory p = _payment();
        _send(p, p.amount);
        assertEq(router.settle(p.token, _one(p, _signedBy(2, buyer, p, p.amount, "nonce"))), 1);
        _send(p, p.amount);
        router.sweepWithAuthorization(p, _signedBy(2, buyer, p, p.amount, "nonce"));
        _expectSplit(p, 2);
        assertEq(token.balanceOf(buyer), 1_000);
    }

    function test_aTransferOfTooLittleIsUndone() public {
        Payment memory p = _payment();
        bytes memory signed = _signedBy(BUYER, buyer, p, p.amount - 1, "nonce");
        vm.expectRevert(abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, p.amount - 1));
        router.sweepWithAuthorization(p, signed);
        // In a batch, the transfer remains: the rest can still come.
        assertEq(router.settle(p.token, _one(p, signed)), 0);
        assertEq(token.balanceOf(router.depositAddress(p)), p.amount - 1);
        _send(p, 1);
        assertEq(router.settle(p.token, _one(p, signed)), 1);
        _expectSplit(p, 1);
    }

    function test_whatIsAuthorisedAboveTheAmountGoesToTheDestination() public {
        Payment memory p = _payment();
        router.takeRecovered();
        router.sweepWithAuthorization(p, _signedBy(BUYER, buyer, p, p.amount + 5, "nonce"));
        _expectRecovered(p, p.token, 5);
        assertEq(token.balanceOf(p.destination), p.amount + 5 - p.fee);
    }

    function test_aContractWalletSigns() public {
        ContractWallet wallet = new ContractWallet(buyer);
        token.mint(address(wallet), 1_000);
        Payment memory p = _payment();
        bytes memory signed = bytes.concat(_signedBy(BUYER, address(wallet), p, p.amount, "one"), hex"00");
        router.sweepWithAuthorization(p, signed);
        signed = bytes.concat(_signedBy(BUYER, address(wallet), p, p.amount, "two"), hex"00");
        assertEq(router.settle(p.token, _one(p, signed)), 1);
        _expectSplit(p, 2);
    }

    /// A wallet that burns all its gas fails alone, and so does one whose answer is a megabyte.
    function test_aHostileWalletHarmsOnlyItself() public {
        ContractWallet wallet = new ContractWallet(buyer);
        token.mint(address(wallet), 1_000);
        (Payment memory p, Payment memory q) = (_payment(), _payment());
        q.key = "another";
        for (uint256 i = 1; i <= 2; ++i) {
            bytes memory hostile =
                bytes.concat(_signedBy(BUYER, address(wallet), p, p.amount, bytes32(i)), bytes1(uint8(i)));
            bytes memory good = _signedBy(BUYER, buyer, q, q.amount, bytes32(i));
            assertEq(router.settle{gas: 1_200_000}(p.token, _two(p, hostile, q, good)), 1);
            assertEq(token.balanceOf(q.destination), i * (q.amount - q.fee));
        }
    }

    function test_aTokenWithoutReason() public {
        Payment memory p = _payment();
        p.token = address(this);
        bytes memory message = abi.encode(buyer, p.amount, 0, p.deadline, 0);
        bytes memory signed = bytes.concat(message, new bytes(64), hex"1b");
        _expectFailure(p, signed, abi.encodeWithSelector(Pulls.ReceivedLess.selector, p.amount, 0));
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function test_atAnyGasAllOrNothing() public {
        (Payment memory p, Payment memory q) = (_payment(), _payment());
        q.key = "another";
        Group[] memory groups = _two(p, _signed(p), q, _signedBy(BUYER, buyer, q, q.amount, "other"));
        _assertAllOrNothingAtAnyGas(p.token, groups, 1_400_000);
    }

    function _signed(Payment memory p) private view returns (bytes memory) {
        return _signedBy(BUYER, buyer, p, p.amount, "nonce");
    }

    function _signedBy(uint256 key, address from, Payment memory p, uint256 value, bytes32 nonce)
        private
        view
        returns (bytes memory)
    {
        return Buyer.signTransfer(key, router, p, from, value, nonce);
    }

    function _transferAsStranger(Payment memory p, bytes memory signed) private {
        (address from, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce) =
            abi.decode(signed, (address, uint256, uint256, uint256, bytes32));
        bytes memory signature = new bytes(65);
        for (uint256 i; i < 65; ++i) signature[i] = signed[160 + i];
        ITransferWithAuthorization(p.token)
            .transferWithAuthorization(
                from, router.depositAddress(p), value, validAfter, validBefore, nonce, signature
            );
    }

    function _one(Payment memory p, bytes memory signed) private pure returns (Group[] memory groups) {
        groups = _batch(p);
        groups[0].payouts[0].pulls[0].signature = signed;
    }

    function _two(Payment memory p, bytes memory signed, Payment memory q, bytes memory other)
        private
        pure
        returns (Group[] memory)
    {
        return _joined(_one(p, signed), _one(q, other));
    }

    /// Alone and in a batch, with the same reason.
    function _expectFailure(Payment memory p, bytes memory signed, bytes memory reason) private {
        vm.expectRevert(reason);
        router.sweepWithAuthorization(p, signed);
        vm.expectEmit(address(router));
        emit Settlement.PaymentFailed(
            p.key, router.termsHash(_withPayer(p)), router.depositAddress(p), p.token, p.amount, reason
        );
        assertEq(router.settle(p.token, _one(p, signed)), 0);
    }

    function _withPayer(Payment memory p) private view returns (Payment memory q) {
        q = Payment(
            p.destination, p.key, router.depositAddress(p), p.amount, p.fee, p.deadline, p.token, p.feeReceiver
        );
    }
}
