import Foundation
import Millrace
import MillraceTesting
import TestResources
import Testing

@Suite("A recording beyond the limit of a file's size")
struct HistoryLimitTests {
  @Test("ends with a sentence, and the program goes on", .realProcess)
  func limit() async throws {
    await #expect(processExitsWith: .success) {
      let path = NSTemporaryDirectory() + "millrace-history-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let flow = Flow(name: "app")
      var errors: [String] = []
      flow.errorHandler = { errors.append("\($0)") }
      let store = Store(0, of: Int.self, name: "n", flow: flow) { sum, number in
        sum += number
        return .none
      }
      let recorder = try HistoryRecorder(flow, to: URL(fileURLWithPath: path))
      try recorder.record(store)
      FileSizeLimit.with(400) {
        for number in 1...20 { store.send(number) }
        #expect(!FileSizeLimit.isSignalBlocked)
      }
      #expect(store.withState { $0 } == 210)
      let expected = HistoryError.notWritable(path: path, reason: "File too large, errno \(EFBIG)")
      #expect(throws: expected) { try recorder.finish() }
      #expect(errors.count == 1 && errors[0].contains("\(expected)"))
      #expect(try Replay(contentsOf: URL(fileURLWithPath: path)).turnCount == recorder.turnCount)
      #expect(recorder.turnCount > 2)
    }
  }
}
