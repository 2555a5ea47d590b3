import Aftermath
import Flask
import Foundation
import Harvest
public import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesScreens
import NotesSession
public import Terminal

/// A recorded session, with the state after each turn.
///
/// The states are computed by the current code from the recorded messages; effects do not run again.
@MainActor
public final class Replay {
  /// The turns, oldest first.
  public let turns: [JournalTurn]
  public let path: String

  private let client: Client
  private let journal: Journal
  private let mark: RecordingMark.Store
  private let workplace = PastWorkplace()
  private let interface: Interface
  private let copy: RecordingCopy
  private let hasEnd: Bool

  /// Opens a recording; the file is only read.
  ///
  /// - Throws: ``ClientError/recording(_:reason:)`` when it is not a recording, or is damaged.
  public init(at path: String) async throws(ClientError) {
    self.path = path
    copy = try RecordingCopy(of: path)
    do {
      let reader = try JournalReader(at: copy.file)
      var turns: [JournalTurn] = []
      for try await turn in reader.turns() {
        turns.append(turn)
        // Turns during the final snapshots are not part of it.
        if turn.store == RecordingMark.name { break }
      }
      self.turns = turns
      let last = turns.last?.sequence ?? 0
      let hasStates = Self.hasStates(after: last, try reader.snapshots())
      hasEnd = turns.last?.store == RecordingMark.name && hasStates
      try reader.branch(at: last, to: copy.journal)

      client = try Client(
        settings: Settings(transientIn: copy.folder), server: .absent, archives: MemoryArchives())
      journal = try Journal(of: client.flow, at: copy.journal)
      mark = RecordingMark.store(on: client.flow)
      try client.recordAll(in: journal)
      try journal.record(RecordingMark.recordable(mark))
      try journal.start()
      interface = try Interface(
        engine: Engine(name: "replay", flow: Flow(name: "replay")), workplace: workplace)
    } catch {
      copy.remove()
      throw copy.problem(error)
    }
  }

  public func close() {
    try? journal.close()
    copy.remove()
  }

  /// Returns the screen after a turn.
  ///
  /// - Parameter place: The turn's index in ``turns``.
  public func canvas(after place: Int) throws(ClientError) -> Canvas {
    let past = try states(after: turns[place].sequence)
    workplace.take(past, of: client)
    if let screen = past[client.interface.screen] { interface.screen.replace(screen) }
    interface.start()
    return interface.canvas()
  }

  /// Compares the states that the recorded messages lead to with those that were recorded at the end.
  ///
  /// - Returns: The names of the stores that differ; nil when the recording was cut short, without final
  ///   states.
  public func differences() throws(ClientError) -> [String]? {
    guard hasEnd, let end = turns.last else { return nil }
    let (made, kept) = (try states(after: end.sequence - 1), try states(after: end.sequence))
    var names: [String] = []
    func compare<State: Equatable & Sendable, Message>(_ store: Millrace.Store<State, Message>) {
      if made[store] != kept[store] { names.append(store.storeName) }
    }
    compare(client.session.store)
    compare(client.library)
    compare(client.interface.screen)
    if DeskStates(made) != DeskStates(kept) { names.append("desk") }
    // A state that cannot be decoded any more was computed from messages again, and so is equal.
    for case .snapshot(let store, end.sequence, _) in kept.warnings { names.append(store) }
    return names
  }

  /// Returns whether all states were recorded after a turn; a killed program may have written the turn alone.
  private static func hasStates(after sequence: UInt64, _ snapshots: [JournalSnapshotInfo]) -> Bool {
    let kept = snapshots.filter { $0.sequence == sequence }.map(\.store)
    return !kept.isEmpty && Set(kept) == Set(snapshots.map(\.store))
  }

  private func states(after sequence: UInt64) throws(ClientError) -> PastStates {
    do throws(JournalError) {
      return try journal.state(at: sequence)
    } catch {
      throw copy.problem(error)
    }
  }
}

/// A recording as text.
extension Replay {
  /// Describes a turn in one line.
  public func line(about turn: JournalTurn) -> String {
    let text = "\(turn.sequence)  \(turn.store)  \(turn.message?.json() ?? "")"
    // A message may contain all notes, so its length is not computed.
    return text.dropFirst(200).isEmpty ? text : text.prefix(199) + "…"
  }

  /// Describes the result of a comparison.
  ///
  /// - Parameter differences: The result of ``differences()``.
  public func verdict(_ differences: [String]?) -> String {
    switch differences {
    case nil:
      "\(counted(turns.count, "turn")); the recording is incomplete, so its end cannot be compared."
    case []?:
      "\(counted(turns.count, "turn")); the messages lead to the recorded final states."
    case let names?:
      """
      \(counted(turns.count, "turn")); the messages lead to other states than the recorded final ones: \
      \(names.joined(separator: ", ")). Another version of the program made the recording.
      """
    }
  }
}
