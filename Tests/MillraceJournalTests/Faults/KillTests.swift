import Foundation
import Millrace
import RecordFixture
import TestResources
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A process that writes a journal and is killed")
@FaultsActor
struct KillTests {
  @Test(
    "after each kill the journal is whole, and has every turn that was acknowledged, in order and once",
    .realProcess)
  func kills() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RecordRandom(seed)
    var figures = KillFigures()
    let rounds = testsAreLong ? 300 : 30
    var story: KillStory?
    for round in 0..<rounds {
      // A new journal now and then, so that its making is interrupted, too.
      if round.isMultiple(of: 6) {
        try await story?.end()
        story = try KillStory("seed \(seed), round \(round)")
      }
      guard let story else { continue }
      story.place = "seed \(seed), round \(round)"
      let plan = KillPlan(
        path: story.folder.path, round: round, everyTurn: round.isMultiple(of: 2),
        fromTheStart: Int.random(in: 0..<4, using: &random) == 0,
        microseconds: Int.random(in: 0..<50_000, using: &random))
      let text = plan.text
      await #expect(processExitsWith: .signal(SIGKILL), "\(story.place)") { [text = text as String] in
        try await KillChild.run(KillPlan(text: text))
      }
      try await story.check(plan, &figures)
    }
    try await story?.end()
    // Otherwise the test has not tried what it is for.
    #expect(figures.interrupted * 3 > rounds, "seed \(seed): \(figures)")
    #expect(figures.resumed > 0 && figures.delivered > 0, "seed \(seed): \(figures)")
    if testsAreLong { print(figures) }
  }
}

/// The task of a child, and its time; it goes to the child as text.
struct KillPlan: Sendable {
  var path: String
  var round: Int
  var everyTurn: Bool
  /// True if its time begins before the journal is opened.
  var fromTheStart: Bool
  var microseconds: Int

  var text: String { "\(round) \(everyTurn) \(fromTheStart) \(microseconds) \(path)" }

  init(path: String, round: Int, everyTurn: Bool, fromTheStart: Bool, microseconds: Int) {
    self.path = path
    self.round = round
    self.everyTurn = everyTurn
    self.fromTheStart = fromTheStart
    self.microseconds = microseconds
  }

  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 4).map(String.init)
    precondition(parts.count == 5)
    self.init(
      path: parts[4], round: Int(parts[0]) ?? 0, everyTurn: parts[1] == "true",
      fromTheStart: parts[2] == "true", microseconds: Int(parts[3]) ?? 0)
  }

  var journal: String { path + "/app.journal" }
  /// The file in which the child notes a thing of this round.
  func file(_ what: String) -> String { "\(path)/\(what)-\(round)" }
}

/// The figures of all rounds together.
struct KillFigures: CustomStringConvertible {
  var rounds = 0
  var turns = 0
  var acknowledged = 0
  /// Rounds in which a turn was begun and not acknowledged.
  var interrupted = 0
  /// Rounds in which such a turn was on disk.
  var ahead = 0
  /// Rounds that were over before a turn was begun.
  var early = 0
  var delivered = 0
  var resumed = 0

  var description: String {
    """
    kill test: \(rounds) rounds, \(turns) turns, \(acknowledged) acknowledged; in \(interrupted) rounds a turn was under \
    way, in \(ahead) of them on disk before it was acknowledged; \(early) rounds ended before the first turn; \
    \(delivered) durable effects answered, \(resumed) begun again
    """
  }
}
