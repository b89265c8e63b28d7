// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import "../../contracts/Payment.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {Terms} from "../../contracts/Terms.sol";
import {RouterTest} from "./Invariants.t.sol";
import {Recovery} from "./RecordingRouter.sol";
import {DenyingToken, HonestToken} from "./Tokens.sol";

/// @notice Deposits of a payment, and what must have become of them.
abstract contract DepositTest is RouterTest {
    uint256 internal constant MONTH = 30 days;

    DenyingToken internal token;
    HonestToken internal other;

    function setUp() public virtual override {
        super.setUp();
        (token, other) = (new DenyingToken(), new HonestToken());
        vm.warp(1_700_000_000);
    }

    function _payment() internal view returns (Payment memory) {
        return Payment(address(0xA1), "key", address(0), 100, 7, 1_700_000_060, address(token), address(0xF1));
    }

    function _send(Payment memory p, uint256 amount) internal {
        token.mint(router.depositAddress(p), amount);
    }

    function _batch(Payment memory p) internal pure returns (Group[] memory groups) {
        groups = new Group[](1);
        groups[0] = Group(p.feeReceiver, 3, new Payout[](1));
        groups[0].payouts[0] = Payout(p.destination, 0, new Pull[](1));
        groups[0].payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, "");
    }

    function _settle(Payment memory p) internal returns (uint256) {
        return router.settle(p.token, _batch(p));
    }

    /// The deposit's contract is gone, and destination and fee receiver got their parts this many times.
    function _expectSplit(Payment memory p, uint256 times) internal view {
        assertEq(router.depositAddress(p).code.length, 0);
        assertEq(token.balanceOf(router.depositAddress(p)), 0);
        assertEq(token.balanceOf(address(router)), 0);
        assertEq(token.balanceOf(p.destination), times * (p.amount - p.fee));
        assertEq(token.balanceOf(p.feeReceiver), times * p.fee);
    }

    /// The terms of the only payment made: those given, with the address as payer and this chain.
    function _expectPaid(Payment memory p) internal {
        (Terms[] memory paid,) = router.take();
        assertEq(paid.length, 1);
        p.payer = router.depositAddress(p);
        assertEq(router.hashOf(paid[0]), router.termsHash(p));
        assertEq(paid[0].method, 3);
        assertEq(router.takeRecovered().length, 0);
    }

    function _expectRecovered(Payment memory p, address asset, uint256 amount) internal {
        Recovery[] memory recovered = router.takeRecovered();
        assertEq(recovered.length, 1);
        assertEq(recovered[0].key, p.key);
        assertEq(recovered[0].token, asset);
        assertEq(recovered[0].amount, amount);
        assertEq(router.depositAddress(p).code.length, 0);
    }

    /// Alone and in a batch, with the same reason.
    function _expectRefusal(Payment memory p, bytes memory reason) internal {
        (bool ok, bytes memory returned) = address(router).call(abi.encodeCall(router.sweep, (p)));
        assertFalse(ok);
        assertEq(returned, reason);
        vm.recordLogs();
        assertEq(_settle(p), 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        assertEq(last.topics[0], Settlement.PaymentFailed.selector);
        assertEq(last.topics[3], bytes32(uint256(uint160(router.depositAddress(p)))));
        (,, bytes memory logged) = abi.decode(last.data, (address, uint256, bytes));
        assertEq(logged, reason);
    }
}
