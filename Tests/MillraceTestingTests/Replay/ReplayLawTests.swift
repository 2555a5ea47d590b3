import Foundation
import Millrace
import MillraceTesting
import Testing

struct ReplayLawTests {
  @Test(
    "What was recorded of a random program agrees with the program", arguments: 1...60 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) async throws {
    let (text, _) = try await ReplayBusiness.record(seed: seed)
    let replay = try Replay(lines: text)
    #expect(replay.isFinished && !replay.isCutShort)
    let report = try replay.run(ReplayBusiness.perform(on:))
    #expect(report.divergence == nil, "seed \(seed)\n\(text)")
    #expect(report.turnsCompared == replay.turnCount)
    #expect(replay.turnCount > 5)
  }

  @Test("A replay ends in the state in which the program ended", arguments: 101...110 as ClosedRange<UInt64>)
  func sameEnd(seed: UInt64) async throws {
    let (text, end) = try await ReplayBusiness.record(seed: seed)
    var today: ReplayBusiness?
    let report = try Replay(lines: text).run { stage in today = try ReplayBusiness.perform(on: stage) }
    #expect(report.divergence == nil, "seed \(seed)")
    #expect(today?.workshop.withState { $0.log } == end.log)
    #expect(today?.workshop.withState { $0.jobs } == end.jobs)
  }

  @Test("States may be recorded less often, and the last is there all the same", arguments: [2, 3, 7, 1000])
  func fewerStates(every: Int) async throws {
    let (text, _) = try await ReplayBusiness.record(seed: UInt64(every), statesEvery: every)
    let (all, _) = try await ReplayBusiness.record(seed: UInt64(every))
    #expect(text.count { $0 == "\n" } > 10)
    #expect(text.matches(of: /"state"/).count < all.matches(of: /"state"/).count)
    let report = try Replay(lines: text).run(ReplayBusiness.perform(on:))
    #expect(report.divergence == nil, "every \(every)\n\(text)")

    var changed = text
    let last = try #require(changed.range(of: #""jobs":"#, options: .backwards))
    changed.replaceSubrange(last, with: #""jobs":9"#)
    #expect(try Replay(lines: changed).divergence(ReplayBusiness.perform(on:)) != nil)
  }

  @Test(
    "A recording that begins in the middle starts from the state it found", arguments: [1, 2, 3] as [UInt64])
  func middle(seed: UInt64) async throws {
    let (text, _) = try await ReplayBusiness.record(seed: seed, before: 5)
    let replay = try Replay(lines: text)
    let first: ReplayWorkshop = try replay.firstState(of: "workshop")
    #expect(first.log.count == 5)
    // A new one is in another state.
    let divergence = try #require(try replay.divergence(ReplayBusiness.perform(on:)))
    #expect(divergence.place == .beginning)
    let report = try replay.run { stage in
      let business = ReplayBusiness(stage.flow)
      for _ in first.log { business.workshop.send(.heard(0)) }
      try stage.add(business.workshop)
      try stage.add(business.ledger)
      return business
    }
    #expect(report.divergence == nil, "seed \(seed)")
  }
}
