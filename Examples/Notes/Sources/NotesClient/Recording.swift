import Aftermath
import MillraceJournal

/// The end of a recording: a store of its own, whose one message says that all has been recorded.
///
/// The states that stand behind it were kept as they were. What they are compared with in a replay, the states of the turn
/// before, is made of messages alone.
enum RecordingMark: String, Codable, Hashable, Sendable {
  case isRunning
  case hasEnded

  static let name = "recording"
  typealias Store = Millrace.Store<RecordingMark, RecordingMark>

  @MainActor
  static func store(on flow: Flow) -> Store {
    Millrace.Store(.isRunning, of: RecordingMark.self, name: name, flow: flow) { mark, message in
      mark = message
      return .none
    }
  }

  @MainActor
  static func recordable(_ store: Store) -> Recordable<RecordingMark, RecordingMark> {
    store.recordable(state: RecordSchema("recording"), messages: RecordSchema("recording-end"))
  }
}

/// A recording of a session under way: a second journal of the same flow, in a file that can be sent to somebody else.
///
/// It begins with the states as they are when the session begins, so it needs nothing but itself.
@MainActor
struct Recorder {
  let journal: Journal
  let mark: RecordingMark.Store
}

extension Client {
  /// Has everything recorded from now on, in a new file.
  func makeRecorder(at path: String) throws(ClientError) -> Recorder {
    try RecordingPlace(path: path).checkFree()
    do throws(JournalError) {
      let recording = try Journal(
        of: flow, at: path, durability: .batched(every: .milliseconds(50)),
        snapshots: SnapshotPolicy(turns: nil))
      let mark = RecordingMark.store(on: flow)
      try recordAll(in: recording)
      try recording.record(RecordingMark.recordable(mark))
      if try recording.start().lastSequence > 0 { throw JournalError.exists(path: path) }
      journal.leaveOut(RecordingMark.name)
      return Recorder(journal: recording, mark: mark)
    } catch {
      throw .recording(path, reason: "\(error)")
    }
  }

  /// Ends the recording with all states, by which a replay can tell whether it has come to the same end.
  func finishRecording() async throws(ClientError) {
    guard let recorder else { return }
    self.recorder = nil
    recorder.mark.send(.hasEnded)
    do throws(JournalError) {
      try recorder.journal.snapshot()
      try await recorder.journal.flushSnapshots()
      try recorder.journal.close()
    } catch {
      throw .recording(recorder.journal.path, reason: "\(error)")
    }
  }
}
