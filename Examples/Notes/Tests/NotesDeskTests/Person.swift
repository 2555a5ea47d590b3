import Flask
import MillraceTesting
import NotesDesk

/// Somebody at a desk: what they were told, and a clock that they move.
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

  /// What the person was told.
  var sentences: [String] { paper.sentences }
  /// What the handler was told that the flow had before.
  var others: [String] { paper.others }
}
