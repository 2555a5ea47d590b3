import Flask
import MillraceTesting

@testable import PantryLogic

/// A household of a test, what it has reported, and its clock.
@MainActor
final class Household {
  let clock = ManualClock()
  let pantry: Pantry
  private let paper = Paper()

  private final class Paper {
    var sentences: [String] = []
  }

  init(archives: MemoryArchives = MemoryArchives()) {
    pantry = Pantry(environment: StoreEnvironment(clock: clock), archives: archives) { [paper] sentence in
      paper.sentences.append(sentence)
    }
  }

  /// What was reported since the last call.
  func reports() -> [String] {
    defer { paper.sentences = [] }
    return paper.sentences
  }

  /// All that is kept, as text, to compare.
  var everything: String {
    """
    \(words(for: pantry.stock.state.items)) | \(words(for: pantry.list.state.items)) | \(pantry.book.state) | \
    \(pantry.till.state.isBusy)
    """
  }

  /// Lets the queue at the till move to its end.
  func passTheTill() async throws {
    try await clock.waitUntil { clock.sleepers.contains(clock.now.advanced(by: .seconds(3))) }
    clock.jump(by: .seconds(3))
    try await clock.waitUntil { !pantry.till.state.isBusy }
  }
}
