import Flask
import Millrace
import MillraceTesting
import Testing

/// States that are put in place of a context's.
@Suite
@MainActor
struct RecordFlaskReplaceTests {
  private func states(_ number: Int, note: String? = nil) throws -> FlaskStates {
    let bench = RecordBench()
    bench.reactor.mix(bench.app) { $0.prop.number = number }.with(bench.cart) { $0.prop.note = note }
      .andReact()
    return bench.recordable.state()
  }

  @Test("reactors are notified as after a transaction, when all states are in place, and taps are not")
  func told() throws {
    let bench = RecordBench()
    bench.reactor.handler = { [unowned bench] _, reaction in
      bench.lines.append("reaction \(bench.states)")
      reaction.on(BusState.prop.number) { [unowned bench] change in
        bench.lines.append("number \(change.oldValue() ?? -1) \(change.newValue() ?? -1)")
      }
    }
    let token = bench.flask.bus.flow.tap { [unowned bench] in bench.lines.append("turn \($0.sequence)") }
    bench.reactor.on(\RecordCart.note) { [unowned bench] _, change in
      bench.lines.append("note \((change.newValue() ?? nil) ?? "none")")
    }
    bench.recordable.replace(try states(5, note: "n"))
    let all = "reaction \(bench.states)"
    #expect(bench.lines == [all, "number 0 5", "note n", all, all])
    #expect(bench.flask.bus.flow.lastSequence == 0 && bench.errors.isEmpty)
    token.cancel()
  }

  @Test("mixes of reactors then take their turns before replacing returns, after all notifications")
  func mixing() throws {
    let bench = RecordBench()
    bench.reactor.on(\BusState.number) { [unowned bench] _, change in
      bench.lines.append("number \(bench.app.state.number)")
      if bench.app.state.number == 5 { bench.add(1) }
    }
    bench.reactor.on(\RecordCart.note) { [unowned bench] _, _ in
      bench.lines.append("note \(bench.app.state.number)")
    }
    bench.recordable.replace(try states(5, note: "n"))
    #expect(bench.lines == ["number 5", "note 5", "number 6"])
    #expect(bench.app.state.number == 6 && bench.flask.bus.flow.lastSequence == 1)
  }

  @Test("inside of a turn of the context states are put in place when that is over")
  func inside() throws {
    let bench = RecordBench()
    let recordable = bench.recordable
    let (first, second) = (try states(5), try states(50))
    bench.reactor.on(\BusState.number) { [unowned bench] _, change in
      bench.lines.append("\(bench.app.state.number)")
      if bench.app.state.number == 1 { recordable.replace(first) }
    }
    bench.add(1)
    #expect(bench.lines == ["1", "5"] && bench.app.state.number == 5)
    bench.reactor.mix(bench.app) { substance in
      recordable.replace(second)
      substance.prop.number = 2
    }.andReact()
    #expect(bench.lines == ["1", "5", "2", "50"])
    let lock = bench.flask.lock(withMixer: BusMixers.add, autorelease: true)
    #expect(!lock.isLocked && bench.app.state.number == 51)
    #expect(bench.errors.isEmpty)
  }

  @Test("inside of a turn of another store on the flow states are put in place at once")
  func insideOther() throws {
    let flow = Flow(name: "both")
    let bench = RecordBench(flow: flow)
    let recordable = bench.recordable
    let states = try states(5)
    let store = Store(0, of: Int.self, flow: flow) { state, message in
      state = message
      return .none
    }
    let token = store.observe { [unowned bench] _ in
      recordable.replace(states)
      bench.lines.append("\(bench.app.state.number)")
    }
    store.send(1)
    #expect(bench.lines == ["5"])
    bench.add(1)
    #expect(bench.app.state.number == 6)
    token.cancel()
  }

  @Test("undo histories and captures are left as they are")
  func histories() throws {
    let bench = RecordBench()
    bench.app.undoLimit = 5
    bench.add(1)
    bench.app.captureState()
    bench.recordable.replace(try states(5))
    #expect(bench.app.canUndo)
    bench.app.rollbackState()
    #expect(bench.app.state.number == 1)
    bench.recordable.replace(try states(5))
    bench.app.undo()
    #expect(bench.app.state.number == 0 && !bench.app.canUndo)
    #expect(bench.errors.isEmpty)
  }

  @Test("a substance that saves itself saves what was put in place")
  func archives() async throws {
    let clock = ManualClock()
    let storage = MemoryArchives()
    let flask = Flask(environment: StoreEnvironment(clock: clock), archives: storage)
    let app = flask.newSubstance(definedBy: BusState.self, named: "app", archive: true)
    let recordable = flask.recordable { $0.add(app, RecordSchema("app")) }
    recordable.replace(try states(5))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await flask.run()
    let next = Flask(environment: StoreEnvironment(clock: clock), archives: storage)
    #expect(next.newSubstance(definedBy: BusState.self, named: "app", archive: true).state.number == 5)
  }
}
