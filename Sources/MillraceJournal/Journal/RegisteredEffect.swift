import Millrace
import MillraceSupport

/// A registered durable effect with its types erased.
protocol DurableEntry: AnyObject {
  var name: String { get }
  var store: String { get }
  var kinds: [SchemaKind] { get }
  func reach(of kind: SchemaKind) -> SchemaReach
  /// Resumes a request without an answer.
  func begin(
    _ key: String, kind: SchemaKind, request: [UInt8], _ isolation: isolated (any Actor)?
  ) throws(JournalError)
  /// Returns the running effect of a request; nil for none.
  func underWay(_ key: String) -> (serial: UInt64, permit: Permit)?
  func forget(_ flow: ObjectIdentifier, closed path: String)
}

extension DurableEntry {
  func isNamed(_ name: String) -> Bool { ExactText(self.name) == ExactText(name) }
  /// Returns true for an effect of this name whose requests have a kind of this one.
  func isSame(_ name: String, _ kinds: [SchemaKind]) -> Bool {
    isNamed(name) && self.kinds.contains { kind in kinds.contains { $0.isNamed(kind.name) } }
  }
  func isOf(_ store: String) -> Bool { ExactText(self.store) == ExactText(store) }
}

final class RegisteredEffect<
  Request: Codable & Hashable & Sendable, Part: Sendable, State, Message: Sendable
>: DurableEntry {
  private let effect: DurableEffect<Request, Part>
  private let target: Store<State, Message>
  private let wrap: @Sendable (Part) -> Message

  init(
    _ effect: DurableEffect<Request, Part>, _ target: Store<State, Message>,
    _ wrap: @escaping @Sendable (Part) -> Message
  ) {
    self.effect = effect
    self.target = target
    self.wrap = wrap
  }

  var name: String { effect.name }
  var store: String { target.storeName }
  var kinds: [SchemaKind] { effect.requests.kinds }

  func reach(of kind: SchemaKind) -> SchemaReach { effect.requests.reach(of: kind) }

  func begin(
    _ key: String, kind: SchemaKind, request: [UInt8], _ isolation: isolated (any Actor)?
  ) throws(JournalError) {
    let value: Request
    do {
      let requests = effect.requests
      value = try request.withUnsafeBytes { bytes in
        try RecordDecoder().decode(bytes) { try requests.decode(kind, from: $0) }
      }
    } catch {
      throw .request(name: effect.name, key: key, reason: CodingReason.text(error))
    }
    target.begin(effect.resumed(value, key: key).map(wrap), isolation: isolation)
  }

  func underWay(_ key: String) -> (serial: UInt64, permit: Permit)? {
    for running in target.effectsInFlight where running.phase == .running {
      guard let label = running.label?.value as? DurableLabel,
        label.permit.key.map(ExactText.init) == ExactText(key)
      else { continue }
      return (running.serial, label.permit)
    }
    return nil
  }

  func forget(_ flow: ObjectIdentifier, closed path: String) { effect.forget(flow, closed: path) }
}
