// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {ReturnBombToken} from "../../contracts/test/ReturnBombToken.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {HonestToken, TerseToken} from "./Tokens.sol";

/// @notice Accepts every call, like a token with a fallback function, and has no balances.
contract SilentToken {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    fallback() external {}
}

/// @notice What random payments do not reach.
contract RefusalsTest is RouterTest {
    address private constant NOBODY = address(0x99);

    function test_payByAnotherAccount() public {
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.PayerNotCaller.selector, NOBODY, address(this)));
        router.pay(_payment(address(0), NOBODY, 1));
    }

    function test_payWithAnotherValue() public {
        vm.expectRevert(abi.encodeWithSelector(PaymentRouter.ValueMismatch.selector, 1, 0));
        router.pay(_payment(address(0), address(this), 1));
    }

    function test_noToken() public {
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotAToken.selector, NOBODY));
        router.pay(_payment(NOBODY, address(this), 1));
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotAToken.selector, NOBODY));
        router.settle(NOBODY, new Group[](0));
    }

    function test_noBalance() public {
        vm.expectRevert(bytes(""));
        router.pay(_payment(address(this), address(this), 1));
        vm.expectRevert(bytes(""));
        router.settle(address(this), new Group[](0));
    }

    function test_longReasonIsCutOff() public {
        address token = address(new ReturnBombToken(1000));
        Payment memory p = _payment(token, vm.addr(1), 10);
        bytes memory signature = Buyer.signAuthorization(1, router, p);
        (bool ok, bytes memory reason) =
            address(router).call(abi.encodeCall(router.payWithAuthorization, (p, signature)));
        assertFalse(ok);
        assertEq(reason.length, 256);
        vm.recordLogs();
        router.settle(token, _batch(token, 1));
        (,, reason) = abi.decode(vm.getRecordedLogs()[0].data, (address, uint256, bytes));
        assertEq(reason.length, 256);
    }

    function test_destinationThatTheTokenRefuses() public {
        HonestToken token = new HonestToken();
        token.mint(vm.addr(1), 100);
        vm.mockCallRevert(address(token), abi.encodeCall(token.transfer, (address(0xA1), 9)), "denied");
        assertEq(router.settle(address(token), _batch(address(token), 1)), 0);
        vm.clearMockedCalls();
        assertEq(router.settle(address(token), _batch(address(token), 1)), 1);
    }

    function test_tokenWhoseTransferReturnsNothing() public {
        TerseToken token = new TerseToken();
        token.mint(vm.addr(1), 100);
        assertEq(router.settle(address(token), _batch(address(token), 1)), 1);
        assertEq(token.balanceOf(address(0xA1)), 9);
    }

    function test_noFeeAndNothingButTheFee() public {
        HonestToken token = new HonestToken();
        address payer = vm.addr(1);
        token.mint(payer, 100);
        vm.deal(payer, 100);
        vm.startPrank(payer);
        token.approve(address(router), 100);
        for (uint256 fee; fee <= 10; fee += 10) {
            Payment memory p = _payment(address(token), payer, 10);
            p.fee = fee;
            router.pay(p);
            p.token = address(0);
            router.pay{value: 10}(p);
            assertEq(token.balanceOf(p.feeReceiver), fee);
            assertEq(p.feeReceiver.balance, fee);
        }
        assertEq(token.balanceOf(address(0xA1)), 10);
        assertEq(address(0xA1).balance, 10);
    }

    function test_onlySelf() public {
        bytes memory reason = abi.encodeWithSelector(Settlement.OnlySelf.selector, address(this));
        vm.expectRevert(reason);
        router.settleGroup(address(this), new Group[](0), 0, 0, 0, false);
        vm.expectRevert(reason);
        router.settlePayout(address(this), new Group[](0), 0, 0, 0, false);
    }

    function test_amountsThatOverflow() public {
        address token = address(new SilentToken());
        Group[] memory groups = _batch(token, 2);
        Pull[] memory pulls = groups[0].payouts[0].pulls;
        pulls[0].amount = type(uint256).max;
        (pulls[0].fee, pulls[1].fee) = (0, 0);
        for (pulls[1].amount = 1; pulls[1].amount < 12; pulls[1].amount += 10) {
            assertEq(router.settle(token, groups), 0); // the sum of 1 would be what arrived: nothing
            (, uint256 failed) = router.take();
            assertEq(failed, 2);
        }
    }

    function test_payerThatIsNoAddress() public {
        HonestToken token = new HonestToken();
        token.mint(vm.addr(1), 100);
        Group[] memory groups = _batch(address(token), 1);
        bytes memory data = abi.encodeCall(router.settle, (address(token), groups));
        bytes32 payer = bytes32(uint256(uint160(groups[0].payouts[0].pulls[0].payer)));
        uint256 found;
        for (uint256 at = 4; at < data.length; at += 32) {
            bytes32 word;
            assembly {
                word := mload(add(add(data, 32), at))
            }
            if (word != payer) continue;
            data[at] = 0x01; // the upper bits of an address are 0
            found += 1;
        }
        assertEq(found, 1);
        (bool ok,) = address(router).call(data);
        assertFalse(ok);
    }

    function test_atAnyGasAllOrNothing() public {
        HonestToken token = new HonestToken();
        token.mint(vm.addr(1), 100);
        Group[] memory groups = _batch(address(token), 2);
        _assertAllOrNothingAtAnyGas(address(token), groups, 1_400_000);
    }

    function _batch(address token, uint256 count) private view returns (Group[] memory groups) {
        groups = new Group[](1);
        groups[0] = Group(address(0xF1), 0, new Payout[](1));
        groups[0].payouts[0] = Payout(address(0xA1), Buyer.MERCHANT, new Pull[](count));
        for (uint256 i; i < count; ++i) {
            Payment memory p = _payment(token, vm.addr(1), 10 + i);
            bytes memory signature =
                token.code.length < 500 ? new bytes(65) : Buyer.signAuthorization(1, router, p);
            groups[0].payouts[0].pulls[i] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signature);
        }
    }

    function _payment(address token, address payer, uint256 amount) private view returns (Payment memory) {
        uint256 deadline = block.timestamp + 1;
        return Payment(address(0xA1), bytes32(amount), payer, amount, 1, deadline, token, address(0xF1));
    }
}
