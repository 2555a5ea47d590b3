import Millrace
import MillraceCoding
import MillraceInspectorWire
import MillraceToolkit

extension Inspector {
  /// Copies the states of stores, and has them encoded and sent.
  ///
  /// - Parameters:
  ///   - stores: The names of the stores, with their numbers in frames.
  ///   - completion: A closure that is called on the work queue after all of them.
  func sample(
    _ stores: [(name: String, number: UInt64)], then completion: (@Sendable () -> Void)? = nil
  ) {
    guard let flow else { return }
    let clock = ContinuousClock()
    let reflected = Set(stores.map(\.name).filter { shown[$0] == nil })
    var reflections: [String: (value: JournalValue, isCut: Bool, cost: Duration)] = [:]
    if !reflected.isEmpty {
      FlowInternals(flow).forEachState { store, state in
        guard reflected.contains(store) else { return }
        let start = clock.now
        let (value, isCut) = Reflection.read(state)
        reflections[store] = (value, isCut, clock.now - start)
      }
    }
    let last = flow.lastSequence
    for (name, number) in stores {
      let sample = Sample(
        store: name, number: number, turn: last, time: SystemCalls.timeSinceEpoch(),
        hidden: hidden.paths(of: name))
      if let reflection = reflections[name] {
        link.send(sample, cost: reflection.cost) { (reflection.value, nil, reflection.isCut) }
      } else if let encode = shown[name]?.capture() {
        link.send(sample, cost: .zero) {
          let encoded = try encode()
          return (try JournalValue(cbor: encoded.cbor), encoded.kind, false)
        }
      } else {
        link.tell { $0.samples.append((name, .zero)) }
      }
    }
    if let completion { link.doWork { completion() } }
  }
}

/// The description of a state that is about to be sent.
struct Sample: Sendable {
  let store: String
  let number: UInt64
  let turn: UInt64
  let time: Int64
  let hidden: [[String]]
}

extension InspectorLink {
  /// Encodes a state on the work queue, and sends it.
  ///
  /// - Parameters:
  ///   - sample: The description of the state.
  ///   - cost: The time that the copy has taken at home.
  ///   - read: A closure that returns the state, its kind, and true if it was shortened.
  func send(
    _ sample: Sample, cost: Duration,
    _ read: @escaping @Sendable () throws -> (value: JournalValue, kind: SchemaKind?, isCut: Bool)
  ) {
    doWork { [self] in
      let clock = ContinuousClock()
      let start = clock.now
      do {
        let (value, kind, isCut) = try read()
        put(
          Frame(
            [
              ("state", .init(number: sample.turn)), ("flow", .init(number: identity.flow)),
              ("store", .init(number: sample.number)), ("at", .integer(sample.time)),
              ("kind", kind.map { .text("\($0)") }), ("reflected", kind == nil ? .bool(true) : nil),
              ("cut", isCut ? .bool(true) : nil),
            ], body: Array(HiddenPaths.hide(sample.hidden, in: value).json().utf8)), .passing)
      } catch {
        fail(sample.store, error)
      }
      let total = cost + (clock.now - start)
      tell { $0.samples.append((sample.store, total)) }
    }
  }
}
