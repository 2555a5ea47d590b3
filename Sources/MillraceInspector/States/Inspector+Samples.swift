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
        hidden: hidden.paths(of: name), connection: connection)
      if let reflection = reflections[name] {
        link.send(sample, cost: reflection.cost) {
          SampledState(value: reflection.value, kind: nil, isCut: reflection.isCut)
        }
      } else if let encode = shown[name]?.capture(for: connection) {
        link.send(sample, cost: .zero, encode)
      } else {
        link.tell { $0.samples.append((name, .zero)) }
      }
    }
    if let completion { link.doWork { completion() } }
  }

  /// Makes the next samples whole ones.
  func forgetMarks() {
    for store in shown.values { store.forgetMarks() }
  }
}

/// The description of a state that is about to be sent.
struct Sample: Sendable {
  let store: String
  let number: UInt64
  let turn: UInt64
  let time: Int64
  let hidden: [[String]]
  /// The number of the connection for which it is made.
  let connection: Int
}

extension InspectorLink {
  /// Encodes a state on the work queue, and sends it.
  ///
  /// - Parameters:
  ///   - sample: The description of the state.
  ///   - cost: The time that the copy has taken at home.
  ///   - read: A closure that returns the state.
  func send(
    _ sample: Sample, cost: Duration, _ read: @escaping @Sendable () throws -> SampledState
  ) {
    doWork { [self] in
      let clock = ContinuousClock()
      let start = clock.now
      do {
        let state = try read()
        let kind: OutgoingFrame.Kind = state.marks == nil ? .passing : .marked(connection: sample.connection)
        put(frame(sample, state), kind)
        for problem in state.problems { home.report(.table(store: sample.store, reason: problem)) }
      } catch is LostMarks {
        home.sample([(sample.store, sample.number)], for: sample.connection)
      } catch {
        fail(sample.store, error)
      }
      let total = cost + (clock.now - start)
      tell { $0.samples.append((sample.store, total)) }
    }
  }

  private func frame(_ sample: Sample, _ state: SampledState) -> Frame {
    Frame(
      [
        ("state", .init(number: sample.turn)), ("flow", .init(number: identity.flow)),
        ("store", .init(number: sample.number)), ("at", .integer(sample.time)),
        ("kind", state.kind.map { .text("\($0)") }), ("reflected", state.kind == nil ? .bool(true) : nil),
        ("cut", state.isCut ? .bool(true) : nil),
        ("mark", state.marks.map { .init(number: $0.number) }),
        ("since", state.marks?.since.map { .init(number: $0) }),
        ("tables", state.marks.map { .array($0.places.map { .texts($0) }) }),
      ], body: state.body(hiding: sample.hidden))
  }
}
