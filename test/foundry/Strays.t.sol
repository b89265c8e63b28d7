// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {Pulls} from "../../contracts/Pulls.sol";
import {ContractWallet} from "../../contracts/test/ContractWallet.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {FickleToken, HonestToken} from "./Tokens.sol";

/// @notice Needs this much gas for a pull and for a transfer, and checks no signature.
contract HungryToken {
    uint256 private immutable _gasMin;

    mapping(address account => uint256) public balanceOf;

    constructor(uint256 gasMin) {
        _gasMin = gasMin;
    }

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
        require(gasleft() > _gasMin);
        balanceOf[to] += value;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(gasleft() > _gasMin);
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// @notice Its transfers to one account take all the gas that they get.
contract GuzzlingToken is TestToken3009("Guzzling") {
    function transfer(address to, uint256 value) public override returns (bool) {
        if (to == address(0xA2)) {
            assembly {
                invalid()
            }
        }
        return super.transfer(to, value);
    }
}

/// @notice Burns money of the receiver instead of transferring 101 units.
contract TakingToken is TestToken3009("Taking") {
    function _receive(address from, address to, uint256 value) internal override {
        if (value == 101) _burn(to, value);
        else super._receive(from, to, value);
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

    /// Of three pulls, the first and the third bring twice the amount, and the second nothing.
    function test_whatAPullBringsPaysForNoOther() public {
        FickleToken fickle = new FickleToken();
        Group memory group;
        Pull[] memory pulls = new Pull[](3);
        for (uint256 i; i < 3; ++i) {
            Payment memory p = _payment(fickle, bytes32(i));
            group = _group(p, Buyer.signAuthorization(BUYER, router, p));
            pulls[i] = group.payouts[0].pulls[0];
        }
        group.payouts[0].pulls = pulls;
        assertEq(router.settle(address(fickle), _only(group)), 2);
    }

    function test_aPullThatTakesFromTheRouterFailsAlone() public {
        TakingToken taking = new TakingToken();
        taking.mint(address(router), 1_000);
        (Payment memory p, Payment memory q) = (_payment(taking, "one"), _payment(taking, "other"));
        q.amount = 101;
        Group memory group = _group(p, Buyer.signAuthorization(BUYER, router, p));
        Pull memory other = _group(q, Buyer.signAuthorization(BUYER, router, q)).payouts[0].pulls[0];
        Pull memory one = group.payouts[0].pulls[0];
        group.payouts[0].pulls = new Pull[](2);
        (group.payouts[0].pulls[0], group.payouts[0].pulls[1]) = (one, other);
        assertEq(router.settle(address(taking), _only(group)), 1);
        assertEq(taking.balanceOf(p.destination), 93);
    }

    function test_aPayoutThatBurnsItsGasFailsAlone() public {
        GuzzlingToken guzzling = new GuzzlingToken();
        (Payment memory p, Payment memory q) = (_payment(guzzling, "one"), _payment(guzzling, "other"));
        q.destination = address(0xA2);
        guzzling.mint(q.payer, 100);
        Group memory group = _group(p, Buyer.signAuthorization(BUYER, router, p));
        Payout memory burning = _group(q, Buyer.signAuthorization(BUYER, router, q)).payouts[0];
        Payout memory good = group.payouts[0];
        group.payouts = new Payout[](2);
        (group.payouts[0], group.payouts[1]) = (burning, good);
        assertEq(router.settle{gas: 1_500_000}(address(guzzling), _only(group)), 1);
        assertEq(guzzling.balanceOf(p.destination), 93);
    }

    function test_anAuthorisationThatBurnsItsGasFailsAlone() public {
        HonestToken token = new HonestToken();
        address wallet = address(new ContractWallet(vm.addr(BUYER)));
        token.mint(wallet, 100);
        (Payment memory p, Payment memory q) = (_payment(token, "one"), _payment(token, "other"));
        bytes memory burning =
            bytes.concat(Buyer.signTransfer(BUYER, router, p, wallet, 100, "one"), bytes1(uint8(1)));
        Group memory group = _group(p, burning);
        Pull[] memory pulls = new Pull[](2);
        pulls[0] = group.payouts[0].pulls[0];
        bytes memory good = Buyer.signTransfer(BUYER, router, q, q.payer, 100, "other");
        pulls[1] = _group(q, good).payouts[0].pulls[0];
        (group.method, group.payouts[0].pulls) = (3, pulls);
        assertEq(router.settle{gas: 1_500_000}(address(token), _only(group)), 1);
        assertEq(token.balanceOf(q.destination), 93);
    }

    function test_aTransferThatDoesNotReturnTrue() public {
        HonestToken token = new HonestToken();
        Payment memory p = _payment(token, "key");
        Group[] memory groups = _only(_group(p, Buyer.signAuthorization(BUYER, router, p)));
        for (uint256 returned; returned <= 2; returned += 2) {
            vm.mockCall(p.token, abi.encodeCall(token.transfer, (p.destination, 93)), abi.encode(returned));
            assertEq(router.settle(p.token, groups), 0);
            vm.clearMockedCalls();
        }
        assertEq(router.settle(p.token, groups), 1);
    }

    /// Most of what the router may give each. The switches of the mutation test take gas as well.
    function test_aPullAndAPayoutGetTheirGasOrTheBatchReverts() public {
        HungryToken hungry = new HungryToken(150_000);
        Payment memory p = _payment(TestToken3009(address(hungry)), "key");
        _expectAllOrNothing(p, _group(p, new bytes(65)));
    }

    /// A sweep must also create a contract.
    function test_aSweepGetsItsGasOrTheBatchReverts() public {
        HungryToken hungry = new HungryToken(80_000);
        Payment memory p = _payment(TestToken3009(address(hungry)), "key");
        hungry.mint(router.depositAddress(p), p.amount);
        Group memory sweep = _group(p, "");
        sweep.method = 3;
        _expectAllOrNothing(p, sweep);
    }

    function _expectAllOrNothing(Payment memory p, Group memory group) private {
        bytes memory call = abi.encodeCall(router.settle, (p.token, _only(group)));
        uint256 made;
        uint256 reverted;
        for (uint256 gas = 200_000; gas < 900_000; gas += 499) {
            uint256 snapshot = vm.snapshotState();
            (bool ok, bytes memory returned) = address(router).call{gas: gas}(call);
            if (!ok) ++reverted;
            else if (abi.decode(returned, (uint256)) == 1) ++made;
            else revert("too little gas failed the payment");
            vm.revertToState(snapshot);
        }
        assertGt(made, 0);
        assertGt(reverted, 0);
    }

    function _only(Group memory group) private pure returns (Group[] memory groups) {
        groups = new Group[](1);
        groups[0] = group;
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
