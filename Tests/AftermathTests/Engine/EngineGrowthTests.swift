import Aftermath
import Testing

@Suite("The cost of many reactions of one object") @MainActor
struct EngineGrowthTests {
  @Test("reactions given with commands cost the same each, however many wait for an event published by hand")
  func waiting() {
    let factor = growth(from: 250) { count in
      let engine = Engine(name: "growth")
      engine.use(EngineCount.self) { _ in .progress }
      let view = EngineView(engine)
      var answers = 0
      for number in 0..<count {
        view.execute(command: EngineCount(number: number), reaction: Reaction(consume: { _ in answers += 1 }))
      }
      for number in 0..<count { engine.publish(event: Event<EngineCount>.data(number)) }
      #expect(answers == count)
    }
    #expect(factor < 24)
  }

  @Test("a reaction that comes and goes beside many costs the same, however many there are")
  func comingAndGoing() {
    let factor = growth(from: 1_000) { count in
      let view = EngineView(Engine(name: "growth"))
      for _ in 0..<count { view.react(to: EngineCount.self) { _ in } }
      for _ in 0..<count { view.dispose(token: view.react(to: EngineCount.self) { _ in }) }
    }
    #expect(factor < 24)
  }

  @Test("of many that wait, those that have ended are passed over, and the last one stays")
  func ended() {
    let engine = Engine(name: "growth")
    engine.use(EngineCount.self) { _ in .progress }
    let view = EngineView(engine)
    let tokens = (0..<100).map { number in
      view.execute(command: EngineCount(number: number), reaction: view.reaction("\(number)"))
    }
    view.lines = []
    for (number, token) in tokens.enumerated() where !number.isMultiple(of: 40) { view.dispose(token: token) }
    for number in 1...4 { engine.publish(event: Event<EngineCount>.data(number)) }
    #expect(view.lines == ["0 1", "40 2", "80 3", "80 4"])
  }
}
