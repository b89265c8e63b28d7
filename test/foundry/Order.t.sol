// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../contracts/Payment.sol";
import {Buyer} from "./Buyer.sol";
import {RouterTest} from "./Invariants.t.sol";
import {HonestToken} from "./Tokens.sol";

/// @notice The result of a batch does not depend on the order of its groups, payouts and payments.
contract OrderTest is RouterTest {
    uint256 private constant GROUPS = 2;
    uint256 private constant PAYOUTS = 2;
    uint256 private constant PULLS = 3;

    HonestToken private token;
    /// The number of payments whose signatures are not forged.
    uint256 private good;

    function setUp() public override {
        super.setUp();
        token = new HonestToken();
        address permit2 = address(router.permit2()); // a call, which vm.prank must not be spent on
        for (uint256 key = 1; key <= PULLS; ++key) {
            token.mint(vm.addr(key), 1e30);
            vm.prank(vm.addr(key));
            token.approve(permit2, type(uint256).max);
        }
    }

    function testFuzz_order(uint256 seed) public {
        Group[] memory groups = new Group[](GROUPS);
        Group[] memory reversed = new Group[](GROUPS);
        for (uint256 i; i < GROUPS; ++i) {
            address feeReceiver = address(uint160(0xF1 + i));
            groups[i] = Group(feeReceiver, uint8((seed >> i) & 1), new Payout[](PAYOUTS));
            reversed[GROUPS - 1 - i] = Group(feeReceiver, groups[i].method, new Payout[](PAYOUTS));
            for (uint256 j; j < PAYOUTS; ++j) {
                uint256 bits = seed >> (8 * (1 + i * PAYOUTS + j));
                for (uint256 k; k < PULLS; ++k) if (!_isForged(bits, k)) ++good;
                groups[i].payouts[j] = _payout(groups[i], address(uint160(0xA1 + j)), bits);
                reversed[GROUPS - 1 - i].payouts[PAYOUTS - 1 - j] = _reversed(groups[i].payouts[j]);
            }
        }
        uint256 snapshot = vm.snapshot();
        bytes32 there = _settle(groups);
        vm.revertTo(snapshot);
        assertEq(_settle(reversed), there);
    }

    function _payout(Group memory group, address destination, uint256 seed)
        private
        view
        returns (Payout memory payout)
    {
        payout = Payout(destination, Buyer.MERCHANT, new Pull[](PULLS));
        for (uint256 i; i < PULLS; ++i) {
            uint256 amount = 1 + uint256(keccak256(abi.encode(seed, i))) % 1e12;
            bytes32 key = keccak256(abi.encode(group.feeReceiver, destination, i));
            Payment memory p;
            (p.destination, p.key, p.payer, p.amount) = (destination, key, vm.addr(i + 1), amount);
            (p.fee, p.deadline) = (amount / 7, block.timestamp + 1);
            (p.token, p.feeReceiver) = (address(token), group.feeReceiver);
            uint256 signer = _isForged(seed, i) ? 99 : i + 1;
            bytes memory signature = group.method == 0
                ? Buyer.signAuthorization(signer, router, p)
                : Buyer.signPermit2(signer, router, p);
            payout.pulls[i] = Pull(key, p.payer, amount, p.fee, p.deadline, signature);
        }
    }

    function _isForged(uint256 seed, uint256 i) private pure returns (bool) {
        return (seed >> i) & 1 == 1;
    }

    function _reversed(Payout memory payout) private pure returns (Payout memory other) {
        other = Payout(payout.destination, payout.merchant, new Pull[](PULLS));
        for (uint256 i; i < PULLS; ++i) other.pulls[PULLS - 1 - i] = payout.pulls[i];
    }

    /// A hash of the number of payments and of every balance after it.
    function _settle(Group[] memory groups) private returns (bytes32) {
        uint256[] memory state = new uint256[](1 + GROUPS + PAYOUTS + PULLS);
        state[0] = router.settle(address(token), groups);
        assertEq(state[0], good);
        for (uint256 i; i < GROUPS; ++i) state[1 + i] = token.balanceOf(address(uint160(0xF1 + i)));
        for (uint256 i; i < PAYOUTS; ++i) state[1 + GROUPS + i] = token.balanceOf(address(uint160(0xA1 + i)));
        for (uint256 i; i < PULLS; ++i) state[1 + GROUPS + PAYOUTS + i] = token.balanceOf(vm.addr(i + 1));
        return keccak256(abi.encode(state));
    }
}
