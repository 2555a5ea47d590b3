import Foundation
import Katana
import KatanaTesting
import Millrace
import MillraceTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A model that says by itself whether something is listened to.
struct LiveModel: Model, Equatable {
  var isListening = true
  var heard: [String] = []
}

enum LiveMessage: Katana.Message, Equatable {
  case listen(Bool)
  case heard(String)
}

/// Writes down what is heard, and listens no longer after `stop`.
struct LiveUpdater: TypedUpdater {
  func update(model: inout LiveModel, message: LiveMessage) -> [any Command] {
    switch message {
    case .listen(let isListening): model.isListening = isListening
    case .heard(let text):
      model.heard.append(text)
      if text == "stop" { model.isListening = false }
    }
    return []
  }
}

/// A store that listens while its model says so, and keeps the errors it is told of.
@MainActor
final class LiveStore {
  let store: Katana.Store<LiveModel>
  var errors: [String] = []

  init(_ wanted: @escaping @Sendable () -> [any Katana.Subscription]) throws {
    let flow = Flow()
    store = try Katana.Store(
      model: LiveModel(isListening: false), updater: LiveUpdater(),
      subscriptions: FunctionSubscriptionProvider { (model: LiveModel) in model.isListening ? wanted() : [] },
      flow: flow)
    flow.errorHandler = { [unowned self] in errors.append("\($0)") }
    store.dispatch(LiveMessage.listen(true))
  }

  func listen(_ isListening: Bool) { store.dispatch(LiveMessage.listen(isListening)) }

  func waitUntilHeard(_ count: Int) async throws {
    try await ManualClock().waitUntil { [store] in
      await MainActor.run { store.model.heard.count >= count }
    }
  }

  func waitForErrors(_ count: Int) async throws {
    try await ManualClock().waitUntil { await MainActor.run { self.errors.count >= count } }
  }
}

extension DispatchRecorder {
  /// The texts that were heard.
  var heard: [String] {
    messages(of: LiveMessage.self).map { if case .heard(let text) = $0 { text } else { "" } }
  }

  func waitUntil(heard texts: [String]) async throws {
    try await ManualClock().waitUntil { self.heard == texts }
  }
}

/// A new folder, which is removed when the test has ended.
final class LiveFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws {
    let handle = fopen(path(name), "w")
    guard let handle else { throw LiveError() }
    fputs(text, handle)
    fclose(handle)
  }

  func move(_ name: String, to new: String) throws {
    guard rename(path(name), path(new)) == 0 else { throw LiveError() }
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
}

/// A pipe of the system, which is closed when the test has ended.
final class LivePipe {
  let reading: Int32
  private var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw LiveError() }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    end()
    close(reading)
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) { _ = systemWrite(writing, bytes, bytes.count) }

  func end() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

struct LiveError: Error {}
