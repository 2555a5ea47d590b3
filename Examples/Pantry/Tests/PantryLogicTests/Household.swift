import Flask
import MillraceTesting

@testable import PantryLogic

/// A household for tests, with its reports and its clock.
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

  /// Returns the reports since the last call.
  func reports() -> [String] {
    defer { paper.sentences = [] }
    return paper.sentences
  }

  /// The whole state as text, to compare.
  var everything: String {
    """
    \(words(for: pantry.stock.state.items)) | \(words(for: pantry.list.state.items)) | \(pantry.book.state) | \
    \(pantry.till.state.isBusy)
    """
  }

  /// Moves the clock to the end of the queue at the till.
  func passTheTill() async throws {
    try await clock.waitUntil { clock.sleepers.contains(clock.now.advanced(by: .seconds(3))) }
    clock.jump(by: .seconds(3))
    try await clock.waitUntil { !pantry.till.state.isBusy }
  }
}
