import Millrace
import MillraceTesting
import Testing

/// The events of effects that taps receive: inside of turns in the record, between turns by themselves.
@EffectsHome
struct FlowEventTests {
  /// Writes each event down: `3[started a]` inside of turn 3, `finished a` between turns.
  private final class Journal {
    var lines: [String] = []
    var token: ObservationToken?

    init(_ flow: Flow) {
      token = flow.tap { [unowned self] event in
        lines.append(Self.text(event))
      } _: { [unowned self] record in
        lines.append("\(record.sequence)" + "\(record.effects.map(Self.text))".replacing("\"", with: ""))
      }
    }

    private static func text(_ event: EffectEvent) -> String {
      "\(event.kind) \(event.label?.description ?? "-")"
    }
  }

  private func work(_ label: EffectLabel, id: EffectID? = nil, in queue: EffectQueue? = nil) -> Effect<String>
  {
    .run(in: queue, id: id, label: label) { _ in }
  }

  @Test("An effect is started in its turn and finished between turns")
  func startAndFinish() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in work("a") }
    let journal = Journal(rig.flow)
    rig.send("go")
    #expect(journal.lines == ["1[started a]"])
    await driver.perform("a")
    #expect(journal.lines == ["1[started a]", "finished a"])
  }

  @Test("A failure is an event with the error's text; a catch makes it a finish")
  func failure() async {
    let rig = EffectsRig { message in
      switch message {
      case "bad": .run(label: "bad") { _ in throw EffectsFailure("torn") }
      case "caught":
        .run(label: "caught") { _ in
          throw EffectsFailure("torn")
        } catch: { _ in
          nil
        }
      default: .none
      }
    }
    let journal = Journal(rig.flow)
    rig.send("bad")
    await rig.store.run()
    rig.send("caught")
    await rig.store.run()
    #expect(
      journal.lines == ["1[started bad]", "failed(\"torn\") bad", "2[started caught]", "finished caught"])
  }

  @Test("Waiting in a queue is an event of the turn; the start after it is one between turns")
  func waiting() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in work(EffectLabel(message), in: .concat("q")) }
    let journal = Journal(rig.flow)
    rig.send("a", "b")
    await driver.perform("a")
    await driver.perform("b")
    #expect(journal.lines == ["1[started a]", "2[waiting b]", "finished a", "started b", "finished b"])
  }

  @Test("Cancellations are events of the turn that cancels, running ones and waiting ones")
  func cancellations() {
    let rig = EffectsRig(driver: EffectsScriptedDriver()) { message in
      message == "stop"
        ? .cancel { _ in true } : work(EffectLabel(message), id: EffectID(message), in: .concat("q"))
    }
    let journal = Journal(rig.flow)
    rig.send("a", "b", "stop")
    #expect(
      journal.lines == [
        "1[started a]", "2[waiting b]", "3[cancelled a, dropped(MillraceCore.EffectDropReason.cancelled) b]",
      ])
  }

  @Test("A latest queue: the cancellation of the old and the start of the new, in one turn, in this order")
  func latest() {
    let rig = EffectsRig(driver: EffectsScriptedDriver()) { work(EffectLabel($0), in: .latest("q")) }
    let journal = Journal(rig.flow)
    rig.send("a", "b")
    #expect(journal.lines == ["1[started a]", "2[cancelled a, started b]"])
  }

  @Test("Drops say why")
  func drops() {
    let rig = EffectsRig(driver: EffectsScriptedDriver()) { message in
      switch message.first {
      case "x": work(EffectLabel(message), in: .exhaust("x"))
      case "d": work(EffectLabel(message), in: .debounce("d", for: .seconds(1)))
      case "c": work(EffectLabel(message), in: .concat("c").capacity(0))
      default: .none
      }
    }
    var drops: [String] = []
    let token = rig.flow.tap { record in
      for event in record.effects {
        if case .dropped(let reason) = event.kind {
          drops.append("\(event.label?.description ?? "-") \(reason)")
        }
      }
    }
    rig.send("x1", "x2", "d1", "d2", "c1", "c2")
    #expect(drops == ["x2 busy", "d1 replaced", "c2 full"])
    token.cancel()
  }

  @Test("A start at the end of a quiet time is an event between turns")
  func debounce() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { work(EffectLabel($0), in: .debounce("q", for: .seconds(1))) }
    let journal = Journal(rig.flow)
    rig.send("a")
    rig.clock.jump(by: .seconds(1))
    await driver.perform("timer")
    await driver.perform("wake")
    #expect(journal.lines == ["1[waiting a]", "started a"])
  }

  @Test(
    "An effect whose message waited is reported to have finished right after that message's turn"
  )
  func finishAfterWaiting() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "go"
        ? .merge(
          .run(in: .concat("q"), label: "a") { send in await send("from a") }, work("b", in: .concat("q")))
        : .none
    }
    let journal = Journal(rig.flow)
    rig.send("go")
    let lock = rig.flow.lock("test")
    await driver.perform("a")
    rig.send("later")
    #expect(journal.lines == ["1[started a, waiting b]"])
    lock.release()
    #expect(journal.lines == ["1[started a, waiting b]", "2[]", "finished a", "started b", "3[]"])
  }

  @Test("The steps of a sequence that begin between turns name the turn that asked for the sequence")
  func sequenceTurn() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "go" ? .concatenate(work("a"), work("b")) : .none
    }
    var events: [EffectEvent] = []
    let token = rig.flow.tap {
      events.append($0)
    } _: { _ in
    }
    rig.send("go", "other")
    await driver.perform("a")
    await driver.perform("b")
    #expect(
      events.map { "\($0.kind) \($0.serial) of turn \($0.turn)" } == [
        "finished 1 of turn 1", "started 2 of turn 1", "finished 2 of turn 1",
      ])
    token.cancel()
  }

  @Test("A tap that sends from between turns has the turn at once")
  func sendBetweenTurns() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "go" ? .concatenate(work("a"), work("b")) : .none
    }
    let token = rig.flow.tap { [unowned store = rig.store] event in
      store.send("\(event.kind) \(event.label?.description ?? "")")
    } _: { _ in
    }
    rig.send("go")
    await driver.perform("a")
    await driver.perform("b")
    #expect(rig.heard == ["go", "finished a", "started b", "finished b"])
    #expect(rig.flow.isIdle)
    token.cancel()
  }

  @Test("Events are not kept for a tap that comes later")
  func notKept() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { work(EffectLabel($0)) }
    rig.send("a")
    let journal = Journal(rig.flow)
    rig.send("b")
    #expect(journal.lines == ["2[started b]"])
  }

  @Test("Each effect's life is reported whole and in order, over random requests, ends and cancellations")
  func lives() async {
    let seed: UInt64 = 0x5EED_0004
    var generator = RandomSource.seeded(seed)
    let queues: [EffectQueue?] = [
      nil, .concat("c"), .concurrent("k", max: 2), .latest("l"), .exhaust("e"), .concat("f").capacity(1),
    ]
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      let parts = message.split(separator: " ")
      guard parts.count == 3, let queue = Int(parts[1]) else { return .cancel(id: EffectID(message)) }
      return .run(in: queues[queue], id: EffectID(String(parts[2])), label: EffectLabel(String(parts[0]))) {
        _ in
      }
    }
    rig.flow.errorHandler = { _ in }
    var lives: [UInt64: [EffectEvent.Kind]] = [:]
    let token = rig.flow.tap {
      lives[$0.serial, default: []].append($0.kind)
    } _: { record in
      for event in record.effects { lives[event.serial, default: []].append(event.kind) }
    }
    for number in 0..<400 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        rig.send(
          "w\(number) \(queues.indices.randomElement(using: &generator) ?? 0) "
            + "\(Int.random(in: 0..<5, using: &generator))"
        )
      case 2: rig.send("\(Int.random(in: 0..<5, using: &generator))")
      default:
        if let name = driver.open.randomElement(using: &generator) { await driver.perform(name) }
      }
    }
    while let name = driver.pending.first { await driver.perform(name) }
    #expect(rig.flow.isIdle, "seed \(seed)")
    #expect(lives.count > 150)
    for (serial, kinds) in lives {
      let text = kinds.map { kind in
        if case .dropped = kind { "dropped" } else { "\(kind)" }
      }.joined(separator: ",")
      let valid = [
        "started,finished", "started,cancelled", "waiting,started,finished", "waiting,started,cancelled",
        "waiting,dropped", "dropped",
      ]
      #expect(valid.contains(text), "effect \(serial) of seed \(seed)")
    }
    token.cancel()
  }
}
