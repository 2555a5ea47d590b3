import Foundation
import Millrace

@testable import MillracePersistence

/// The part that the tests keep.
struct Settings: Codable, Hashable, Sendable {
  var theme = "light"
  var size = 10
}

struct App: Hashable, Sendable {
  var settings = Settings()
  var counter = 0
}

enum AppMessage: Sendable, Hashable {
  case theme(String)
  case size(Int)
  case count
  case restored(Settings)
  case cancelAll
}

func updateApp(_ app: inout App, _ message: AppMessage) -> Effect<AppMessage> {
  switch message {
  case .theme(let theme): app.settings.theme = theme
  case .size(let size): app.settings.size = size
  case .count: app.counter += 1
  case .restored(let settings): app.settings = settings
  case .cancelAll: return .cancelAll
  }
  return .none
}

/// The theme of the other process, and the own size.
@Sendable func mergeSettings(_ mine: Settings, _ theirs: Settings) -> Settings {
  Settings(theme: theirs.theme, size: mine.size)
}

/// A place in memory that fails when it is told to, and that another process can change.
final class MemoryStorage: KeptStorage {
  struct State: Sendable {
    var bytes: [UInt8]?
    var writes: [String] = []
    var aside: [[UInt8]] = []
    var writeFailure: String?
    var readFailure: String?
    var watchers: [UUID: @Sendable () -> Void] = [:]
  }

  let location: String
  let kind = "settings"
  let state = Locked(State())
  /// The time that an operation takes after it was done.
  private let pause: @Sendable () async -> Void

  init(
    _ text: String? = nil, location: String = "memory \(UUID())",
    pause: @escaping @Sendable () async -> Void = {}
  ) {
    self.location = location
    self.pause = pause
    state.withLock { $0.bytes = text.map { Array($0.utf8) } }
  }

  func read() throws -> [UInt8]? {
    try state.withLock { state in
      if let failure = state.readFailure { throw KeptReason(failure) }
      return state.bytes
    }
  }

  func write(_ bytes: [UInt8]) throws {
    let watchers = try state.withLock { state in
      if let failure = state.writeFailure { throw KeptReason(failure) }
      state.bytes = bytes
      state.writes.append(compact(bytes))
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher() }
  }

  func setAside() throws -> String {
    state.withLock { state in
      state.aside.append(state.bytes ?? [])
      state.bytes = nil
      return "\(location).aside-1"
    }
  }

  func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject? {
    let id = UUID()
    state.withLock { $0.watchers[id] = changed }
    return Watch { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) } }
  }

  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    let value = work()
    await pause()
    return value
  }

  /// Writes as another process does.
  func change(_ text: String?) {
    let watchers = state.withLock { state in
      state.bytes = text.map { Array($0.utf8) }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher() }
  }

  /// The texts that were written, without spaces.
  var writes: [String] { state.withLock(\.writes) }
  var text: String? { state.withLock { $0.bytes.map { compact($0) } } }
  func fail(writing: String? = nil, reading: String? = nil) {
    state.withLock { ($0.writeFailure, $0.readFailure) = (writing, reading) }
  }

  private final class Watch {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }
}

func compact(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
}

func text(_ theme: String, _ size: Int = 10) -> String {
  #"{"kind":"settings@1","value":{"size":\#(size),"theme":"\#(theme)"}}"#
}

/// The errors of a flow.
final class KeepErrors {
  private(set) var errors: [KeepError] = []

  init(_ flow: Flow) {
    flow.errorHandler = { [unowned self] error in
      if case .reported(_, let error as KeepError) = error { errors.append(error) }
    }
  }
}
