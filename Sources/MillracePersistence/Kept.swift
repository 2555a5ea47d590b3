import Millrace

/// The handle of a kept part.
///
/// The part is kept for as long as its store lives, whether or not this handle is retained. Like the store,
/// it belongs to the isolation in which the store lives.
public final class Kept {
  /// The name of the place, such as the path of a file.
  public let location: String

  private let part: any KeptHandle
  private weak var end: KeptEnd?

  init(_ location: String, _ part: any KeptHandle, _ end: KeptEnd?) {
    self.location = location
    self.part = part
    self.end = end
  }

  /// The error for which changes are not kept now; nil for none.
  public var error: KeepError? { part.error }

  /// True if the place has the part as it is now, or the part has not changed since the start.
  public var isSaved: Bool { part.isSaved }

  /// Returns when the part is saved, without waiting for a delay.
  ///
  /// After an error it tries again. In a flow without a home it waits until the flow is pumped.
  ///
  /// - Throws: The error for which the part could not be saved.
  public func flush(isolation: isolated (any Actor)? = #isolation) async throws(KeepError) {
    if let error = await part.flush(isolation: isolation) { throw error }
  }

  /// Saves what is unsaved, and ends keeping the part; the place can be used again.
  ///
  /// It blocks while it writes.
  public func stop() {
    end?.end()
    part.stopWatching()
  }
}

/// The operations of a kept part of any type.
protocol KeptHandle {
  var error: KeepError? { get }
  var isSaved: Bool { get }
  func flush(isolation: isolated (any Actor)?) async -> KeepError?
  func stopWatching()
}

/// A part that is not kept.
struct NotKept: KeptHandle {
  let error: KeepError?
  var isSaved: Bool { false }
  func flush(isolation: isolated (any Actor)?) async -> KeepError? { error }
  func stopWatching() {}
}

/// The end of a kept part, which comes with the end of its store at the latest.
final class KeptEnd: Sendable {
  private let body: Locked<(@Sendable () -> Void)?>
  private let observer = Locked<ObservationToken?>(nil)

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Locked(body)
  }

  deinit { end() }

  /// Retains the observer of the part.
  func retain(_ token: ObservationToken) { observer.withLock { $0 = token } }

  func end() {
    let token = observer.withLock { token in
      defer { token = nil }
      return token
    }
    token?.cancel()
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}

/// The places in which this process keeps parts.
enum KeptPlaces {
  private static let taken = Locked<Set<String>>([])

  /// Takes a place; returns false if it is taken.
  static func take(_ location: String) -> Bool { taken.withLock { $0.insert(location).inserted } }

  static func release(_ location: String) { taken.withLock { _ = $0.remove(location) } }
}
