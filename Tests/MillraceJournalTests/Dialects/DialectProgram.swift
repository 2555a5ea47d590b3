import Flask
import Millrace

@testable import MillraceJournal

/// The states of a program in all dialects.
struct DialectStates: Equatable {
  var board: DialectBoard?
  var session: DialectSession?
  var library: DialectLibrary?
  var carts: [DialectCart?]
}

/// A program in all dialects, on one flow with one journal.
@MainActor
final class DialectProgram {
  let flow = Flow(name: "dialects")
  let journal: Journal
  private let katana: DialectKatana
  private let harvest: DialectHarvest
  private let aftermath: DialectAftermath
  private let flask: DialectFlask
  private(set) var errors: [FlowError] = []

  /// Makes it and brings it back to where the one before has ended.
  ///
  /// - Parameter version: Of the forms in which states and messages are written, 1 or 2.
  init(_ path: String, version: Int, snapshots: SnapshotPolicy) throws {
    journal = try Journal(
      of: flow, at: path, durability: .batched(every: .seconds(3600)), snapshots: snapshots)
    katana = try DialectKatana(flow)
    harvest = DialectHarvest(flow)
    aftermath = try DialectAftermath(flow)
    flask = DialectFlask(flow)
    flow.errorHandler = { [unowned self] in errors.append($0) }
    try journal.record(katana.recordable(version: version))
    try journal.record(harvest.recordable(version: version))
    try journal.record(aftermath.recordable(version: version))
    try journal.record(flask.recordable(version: version))
    journal.leaveOut(DialectAftermath.engineName)
    try journal.start()
  }

  var states: DialectStates {
    DialectStates(
      board: katana.state, session: harvest.state, library: aftermath.state, carts: flask.state)
  }

  /// The states after a turn, as the journal has them.
  func states(at sequence: UInt64) throws -> DialectStates {
    let past = try journal.state(at: sequence)
    return DialectStates(
      board: past["board"], session: past["session"], library: past["books"],
      carts: DialectFlask.state(past[DialectFlask.contextName]))
  }

  func step(_ number: Int, of dialect: Int) async {
    switch dialect {
    case 0: katana.step(number)
    case 1: harvest.step(number)
    case 2: aftermath.step(number)
    case 3: flask.step(number)
    default: await flow.run()
    }
  }

  /// The errors that the journal has reported.
  var reported: [String] {
    errors.compactMap { if case .reported(store: "journal", let error) = $0 { "\(error)" } else { nil } }
  }
}
