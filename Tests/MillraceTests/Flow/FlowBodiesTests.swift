import Millrace
import MillraceTesting
import Testing

/// Waiting for the bodies of cancelled effects.
@EffectsHome
struct FlowBodiesTests {
  /// A store whose message `go` begins a body that goes on, whatever is cancelled, until the latch is open.
  private func rig(_ latch: EffectsLatch, _ log: EffectsLog<String>) -> EffectsRig {
    EffectsRig { message in
      switch message {
      case "go":
        .run(id: "x") { _ in
          log.add("began")
          await latch.wait()
          log.add("returned")
        }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
  }

  @Test("`run` returns while the body of a cancelled effect still runs, the other waits for it")
  func cancelled() async {
    let (latch, log) = (EffectsLatch(), EffectsLog<String>())
    let rig = rig(latch, log)
    rig.send("go")
    await eventually(on: rig.clock) { log.entries == ["began"] }
    rig.send("stop")
    await rig.store.run()
    #expect(log.entries == ["began"])
    let opener = Task.detached { latch.open() }
    await rig.store.runUntilBodiesReturn()
    #expect(log.entries == ["began", "returned"])
    await opener.value
  }

  @Test("It also waits for a body whose store has ended, and returns at once when there is none")
  func ended() async {
    let (latch, log) = (EffectsLatch(), EffectsLog<String>())
    var rig: EffectsRig? = rig(latch, log)
    let flow = rig?.flow
    rig?.send("go")
    await eventually { log.entries == ["began"] }
    rig = nil
    let opener = Task.detached { latch.open() }
    await flow?.runUntilBodiesReturn()
    #expect(log.entries == ["began", "returned"])
    await flow?.runUntilBodiesReturn()
    await opener.value
  }

  @Test("It returns early when its task is cancelled")
  func early() async {
    let (latch, log) = (EffectsLatch(), EffectsLog<String>())
    let rig = rig(latch, log)
    rig.send("go", "stop", "go")
    await eventually(on: rig.clock) { log.entries.contains("began") }
    rig.send("stop")
    let waiting = Task { await rig.flow.runUntilBodiesReturn() }
    waiting.cancel()
    await waiting.value
    #expect(!log.entries.contains("returned"))
    latch.open()
    await rig.flow.runUntilBodiesReturn()
    #expect(log.entries.filter { $0 == "began" }.count == log.entries.filter { $0 == "returned" }.count)
  }
}
