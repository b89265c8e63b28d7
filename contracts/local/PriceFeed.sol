// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A price feed with Chainlink's AggregatorV3Interface for local chains; anyone may set it. Unless a round is
/// set, the answer has the newest block's time, so that it never becomes stale.
contract PriceFeed {
    struct Round {
        uint80 roundId;
        int256 answer;
        uint256 startedAt;
        uint256 updatedAt;
        uint80 answeredInRound;
    }

    uint8 public immutable decimals;
    string public description;
    bool private isFixed;
    Round private round;

    constructor(string memory description_, uint8 decimals_, int256 answer) {
        description = description_;
        decimals = decimals_;
        setAnswer(answer);
    }

    /// @notice Sets the answer, always with the newest block's time.
    function setAnswer(int256 answer) public {
        isFixed = false;
        round = Round(round.roundId + 1, answer, 0, 0, round.roundId + 1);
    }

    /// @notice Sets this exact round.
    function setRound(Round calldata round_) external {
        isFixed = true;
        round = round_;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        (uint256 startedAt, uint256 updatedAt) =
            isFixed ? (round.startedAt, round.updatedAt) : (block.timestamp, block.timestamp);
        return (round.roundId, round.answer, startedAt, updatedAt, round.answeredInRound);
    }
}
