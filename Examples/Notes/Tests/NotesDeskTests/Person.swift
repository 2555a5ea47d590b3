import Flask
import MillraceTesting
import NotesDesk

/// A person at a desk: what they were told, and a clock that they move.
@MainActor
final class Person {
  let clock = ManualClock()
  let flow: Flow
  let desk: Desk
  private let paper: Paper

  private final class Paper {
    var sentences: [String] = []
    var others: [String] = []
  }

  init(archives: any ArchiveStorage = MemoryArchives()) {
    let paper = Paper()
    flow = Flow(name: "notes", environment: StoreEnvironment(clock: clock))
    flow.errorHandler = { paper.others.append("\($0)") }
    desk = Desk(on: flow, archives: archives) { paper.sentences.append($0) }
    self.paper = paper
  }

  /// The sentences that the person was told.
  var sentences: [String] { paper.sentences }
  /// The errors that went to the flow's earlier handler.
  var others: [String] { paper.others }
}
