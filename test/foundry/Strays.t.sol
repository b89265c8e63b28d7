// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {FickleToken} from "./Tokens.sol";

/// @notice Needs almost all the gas that the router may give a pull, and checks no signature.
contract HungryToken {
    uint256 private constant GAS_MIN = 173_500;

    mapping(address account => uint256) public balanceOf;

    function receiveWithAuthorization(
        address,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external {
        require(gasleft() > GAS_MIN);
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// @notice Money that lies in the router, and gas that a call leaves, never decide about a payment.
contract StraysTest is RouterTest {
    uint256 private constant BUYER = 1;

    function test_moneyInTheRouterDoesNotMakeUpForALoss() public {
        FeeOnTransferToken greedy = new FeeOnTransferToken();
        greedy.mint(address(router), 1_000);
        Payment memory p = _payment(greedy, "key");
        bytes memory less = abi.encodeWithSelector(Pulls.ReceivedLess.selector, 100, 99);
        bytes memory signature = Buyer.signAuthorization(BUYER, router, p);
        vm.expectRevert(less);
        router.payWithAuthorization(p, signature);
        greedy.mint(router.depositAddress(p), 100);
        vm.expectRevert(less);
        router.sweep(p);
        assertEq(greedy.balanceOf(address(router)), 1_000);
    }

    /// Each of the first group's pulls brings twice the amount, and the second's nothing.
    function test_whatAGroupLeavesPaysForNoOther() public {
        FickleToken fickle = new FickleToken();
        Group[] memory groups = new Group[](2);
        for (uint256 i; i < 2; ++i) {
            Payment memory p = _payment(fickle, bytes32(i));
            groups[i] = _group(p, Buyer.signAuthorization(BUYER, router, p));
        }
        assertEq(router.settle(address(fickle), groups), 1);
        assertEq(fickle.balanceOf(address(0xA1)), 93);
    }

    function test_aPullGetsItsGasOrTheBatchReverts() public {
        HungryToken hungry = new HungryToken();
        Payment memory p = _payment(TestToken3009(address(hungry)), "key");
        Group[] memory groups = new Group[](1);
        groups[0] = _group(p, new bytes(65));
        bytes memory call = abi.encodeCall(router.settle, (address(hungry), groups));
        uint256 made;
        uint256 reverted;
        for (uint256 gas = 200_000; gas < 700_000; gas += 499) {
            uint256 snapshot = vm.snapshotState();
            (bool ok, bytes memory returned) = address(router).call{gas: gas}(call);
            if (!ok) ++reverted;
            else if (abi.decode(returned, (uint256)) == 1) ++made;
            else revert("a pull without its gas failed the payment");
            vm.revertToState(snapshot);
        }
        assertGt(made, 0);
        assertGt(reverted, 0);
    }

    function _payment(TestToken3009 token, bytes32 key) private returns (Payment memory p) {
        address payer = vm.addr(BUYER);
        p = Payment(address(0xA1), key, payer, 100, 7, block.timestamp + 60, address(token), address(0xF1));
        if (address(token).code.length > 2_000) token.mint(payer, 100);
    }

    function _group(Payment memory p, bytes memory signature) private pure returns (Group memory group) {
        group = Group(p.feeReceiver, 0, new Payout[](1));
        group.payouts[0] = Payout(p.destination, Buyer.MERCHANT, new Pull[](1));
        group.payouts[0].pulls[0] = Pull(p.key, p.payer, p.amount, p.fee, p.deadline, signature);
    }
}
