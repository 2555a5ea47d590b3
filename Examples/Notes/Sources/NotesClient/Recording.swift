import Aftermath
import MillraceJournal

/// The end of a recording: a store of its own, whose one message says that everything was recorded.
///
/// The states after it are snapshots. A replay compares them with the states of the turn before, which come
/// from messages alone.
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

/// A recording of a running session: a second journal of the same flow, in a file that can be sent to others.
///
/// It begins with snapshots of the states, so it is complete in itself.
@MainActor
struct Recorder {
  let journal: Journal
  let mark: RecordingMark.Store
}

extension Client {
  /// Records everything from now on, in a new file.
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

  /// Ends the recording with snapshots of all states, with which a replay compares its own.
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
