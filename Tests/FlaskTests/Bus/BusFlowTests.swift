import Flask
import Millrace
import MillraceTesting
import Testing

/// The bus on its flow: gates, and others that share it.
@Suite
@MainActor
struct BusFlowTests {
  @Test("a gate may drop a mix, and the bus goes on")
  func dropped() async {
    let bench = BusBench()
    let gate = bench.flask.bus.flow.gate("no mixers") { passage in
      if case .mixer = (passage.message as? FluxMessage)?.kind { .drop } else { .pass }
    }
    bench.flask.substances(reactTo: BusMixers.add)
    bench.flask.lock(withMixer: BusMixers.add)
    bench.add(10)
    await bench.settle()
    #expect(bench.lines == ["app 10"])
    #expect(bench.problems == ["lockDropped"])
    gate.cancel()
  }

  @Test("a gate may delay a mix on the environment's clock")
  func delayed() async {
    let bench = BusBench()
    let gate = bench.flask.bus.flow.gate("slow") { passage in
      (passage.message as? FluxMessage)?.kind == .chain ? .delay(.seconds(3)) : .pass
    }
    bench.add(1)
    bench.flask.substances(reactTo: BusMixers.add, payload: ["by": 10])
    #expect(bench.lines == ["app 10"])
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(3))
    await bench.settle()
    #expect(bench.lines == ["app 10", "app 11"])
    gate.cancel()
  }

  // MARK: A shared flow

  @Test("a lock of a context with a flow of its own leaves a store and another context alone")
  func ownFlow() {
    let (locked, other) = (BusBench("locked"), BusBench("other"))
    var order: [String] = []
    let plain = Store<Int, Int>(0, name: "plain") { state, message in
      order.append("plain \(message)")
      state += message
      return .none
    }
    locked.onReaction = { _ in order.append("locked") }
    other.onReaction = { _ in order.append("other") }
    let lock = locked.flask.lock()
    locked.add()
    plain.send(1)
    other.add()
    #expect(order == ["plain 1", "other"])
    lock.release()
    #expect(order == ["plain 1", "other", "locked"])
  }

  @Test("two contexts and a plain store on one flow have one order, and a lock of one pauses all")
  func sharedFlow() {
    let flow = Flow(name: "shared")
    var order: [String] = []
    let first = BusBench("first", flow: flow)
    let second = BusBench("second", flow: flow)
    let plain = Store<Int, Int>(0, name: "plain", flow: flow) { state, message in
      order.append("plain \(message)")
      state += message
      return .none
    }
    first.onReaction = { _ in order.append("first") }
    second.onReaction = { _ in order.append("second") }
    let lock = first.flask.lock()
    second.add()
    plain.send(1)
    first.add()
    second.flask.substances(reactTo: BusMixers.add)
    plain.send(2)
    #expect(second.flask.bus.isLocked)
    #expect(first.flask.bus.waiting.count == 1)
    #expect(second.flask.bus.waiting.count == 2)
    #expect(order.isEmpty)
    lock.release()
    #expect(order == ["second", "plain 1", "first", "second", "plain 2"])
    order = []
    let other = second.flask.lock()
    plain.send(3)
    first.add()
    second.add()
    #expect(first.flask.purgeFluxQueue().count == 1)
    first.flask.removeLocks()
    #expect(order.isEmpty)
    other.release()
    #expect(order == ["plain 3", "second"])
  }
}
