import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// Commands in queues and under ids.
@MainActor
struct QueueTests {
  private func rig(_ working: DemoWorking, in queue: EffectQueue?) throws -> DemoRig {
    try DemoRig(interpreters: [working, DemoTasking()]) { text in
      if text.hasPrefix("-") { return [CancelCommand(id: EffectID(String(text.dropFirst())))] }
      if text.hasPrefix(">") { return [] }
      return [DemoWork(text).queued(in: queue, id: EffectID(text))]
    }
  }

  @Test("In a latest queue a new command cancels the one that runs, whose dispatch then says no")
  func latest() async throws {
    let working = DemoWorking()
    let rig = try rig(working, in: .latest("q"))
    rig.dispatch("a", "b")
    #expect(working.begun.entries == ["a", "b"])
    #expect(working.cancelled.entries == ["a"])
    #expect(working.shelf.kept[0](DemoText(">late")) == false)
    #expect(working.shelf.kept[1](DemoText(">in time")))
    working.shelf.release()
    await rig.store.run()
    #expect(rig.heard == ["a", "b", ">in time"])
  }

  @Test("In a debounce queue the last command is carried out when none has come for its time")
  func debounce() async throws {
    let log = DemoLog<String>()
    let rig = try DemoRig(interpreters: [DemoEchoing(log: log)]) { text in
      text.count > 1 ? [] : [DemoEcho(text: text).queued(in: .debounce("q", for: .seconds(1)))]
    }
    rig.dispatch("a", "b")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(900))
    rig.dispatch("c")
    #expect(log.entries == [])
    rig.clock.jump(by: .milliseconds(100))
    await rig.clock.waitForSleepers(count: 1)
    #expect(log.entries == [])
    rig.clock.jump(by: .milliseconds(900))
    await rig.store.run()
    #expect(log.entries == ["c"])
    #expect(rig.heard == ["a", "b", "c", "c0"])
  }

  @Test("In an exhaust queue a command is dropped while one runs")
  func exhaust() async throws {
    let working = DemoWorking()
    let rig = try rig(working, in: .exhaust("q"))
    rig.dispatch("a", "b")
    working.shelf.release()
    await rig.store.run()
    rig.dispatch("c")
    #expect(working.begun.entries == ["a", "c"])
    #expect(working.cancelled.entries == [])
  }

  @Test("In a concat queue commands are carried out one after another")
  func concat() async throws {
    let working = DemoWorking()
    let rig = try rig(working, in: .concat("q"))
    rig.dispatch("a", "b")
    #expect(working.begun.entries == ["a"])
    working.shelf.release()
    await eventually(on: rig.clock) {
      rig.store.pump()
      return working.begun.entries.count == 2
    }
    #expect(working.begun.entries == ["a", "b"])
  }

  @Test("A command's own queue and id count, unless it is queued elsewhere; what is left out stays")
  func queued() {
    let work = DemoWork("w", queue: .latest("own"), id: "mine")
    #expect(work.queued().effectQueue == .latest("own"))
    #expect(work.queued().effectID == "mine")
    #expect(work.queued(in: .concat("c")).effectQueue == .concat("c"))
    #expect(work.queued(in: .concat("c")).effectID == "mine")
    #expect(work.queued(id: "other").effectID == "other")
    #expect(work.queued(id: "other").queued(in: .concat("c")).effectID == "other")
    #expect(DemoMark("m").queued().effectQueue == nil)
    #expect(work.queued(id: "a") == work.queued(id: "a"))
    #expect(work.queued(id: "a") != work.queued(id: "b"))
    #expect(work.queued(id: "a") != DemoWork("v").queued(in: .latest("own"), id: "a"))
    #expect(work.queued(id: "a") != DemoMark("w").queued(in: .latest("own"), id: "a"))
  }

  @Test("Cancelling by id stops a callback command that runs: dispatch says no, and onCancel is called once")
  func cancelRunning() async throws {
    let working = DemoWorking()
    let rig = try rig(working, in: nil)
    rig.dispatch("a", "b")
    #expect(working.shelf.kept[0](DemoText(">posted and dropped")))
    rig.dispatch("-a", "-a", "-unknown")
    #expect(working.cancelled.entries == ["a"])
    #expect(working.shelf.kept[0](DemoText(">late")) == false)
    #expect(working.shelf.kept[1](DemoText(">in time")))
    working.shelf.release()
    await rig.store.run()
    #expect(!rig.heard.contains(">late"))
    #expect(rig.heard.contains(">in time"))
    #expect(working.cancelled.entries == ["a"])
    #expect(rig.errors.entries.isEmpty)
  }

  @Test("Cancelling by id removes a command that waits")
  func cancelWaiting() async throws {
    let working = DemoWorking()
    let rig = try rig(working, in: .concat("q"))
    rig.dispatch("a", "b", "-b")
    working.shelf.release()
    await rig.store.run()
    #expect(working.begun.entries == ["a"])
    #expect(working.cancelled.entries == [])
    #expect(rig.flow.isIdle)
  }

  @Test("Cancelling by id cancels the task of a command, and its delay")
  func cancelTasks() async throws {
    let rig = try DemoRig(interpreters: [DemoTasking()]) { text in
      switch text {
      case "go":
        [
          DemoTask(text: "t", seconds: 5, effectID: "x"),
          DelayCommand(for: .seconds(5), then: DemoText("delayed"), effectID: "x"),
          DelayCommand(for: .seconds(5), then: DemoText("other"), effectID: "y"),
        ]
      case "stop": [CancelCommand(id: "x")]
      default: []
      }
    }
    rig.dispatch("go")
    await rig.clock.waitForSleepers(count: 3)
    rig.dispatch("stop")
    await eventually(on: rig.clock) { rig.clock.sleepers.count <= 1 }
    rig.clock.jump(by: .seconds(5))
    await rig.store.run()
    #expect(rig.heard == ["go", "stop", "other"])
    #expect(rig.errors.entries.isEmpty)
  }

  @Test("A command's first message may cancel that command: nothing more of it comes")
  func cancelsItself() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      switch text {
      case "go": [DemoEcho(text: "a", count: 5).queued(id: "x")]
      case "a1": [CancelCommand(id: "x")]
      default: []
      }
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "a0", "a1"])
    #expect(rig.flow.isIdle)
  }

  @Test("A store that ends cancels its commands, and what they dispatch goes nowhere")
  func storeEnds() async throws {
    let working = DemoWorking()
    var rig: DemoRig? = try rig(working, in: nil)
    rig?.dispatch("a", "b")
    let clock = rig?.clock
    let flow = rig?.flow
    rig = nil
    #expect(working.cancelled.entries == ["a", "b"])
    #expect(working.shelf.kept.map { $0(DemoText(">late")) } == [false, false])
    await flow?.run()
    #expect(flow?.isIdle == true)
    #expect(clock?.sleepers.isEmpty == true)
  }
}
