import Katana
import Millrace
import Testing

/// The law of subscriptions: started minus stopped is the current set, and none is started or stopped twice.
@MainActor
struct SubscriptionLawTests {
  /// Returns what the log of a station says is going on; nil if anything is started or stopped twice.
  private func going(_ log: [String]) -> Set<String>? {
    var going: Set<String> = []
    for line in log {
      let name = String(line.dropFirst())
      if line.hasPrefix("+") {
        guard going.insert(name).inserted else { return nil }
      } else {
        guard going.remove(name) != nil else { return nil }
      }
    }
    return going
  }

  @Test("Under thousands of random models, started minus stopped is the current set, each once for its stay")
  func law() throws {
    for seed in UInt64(1)...20 {
      var random = demoRandom(seed)
      let rig = try DemoListening(
        provider: CombinedSubscriptionProvider<DemoWanted>(
          .full(
            FunctionSubscriptionProvider { (model: DemoWanted) in model.names.map { DemoTopic(name: $0) } }),
          .full(
            FunctionSubscriptionProvider { (model: DemoWanted) in
              model.names.filter { $0 < "5" }.map { DemoHashedTopic(name: $0) }
            })))
      var stays = 0
      var current: Set<String> = []
      for step in 0..<250 {
        let names = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          "\(Int.random(in: 0..<10, using: &random))"
        }
        rig.store?.dispatch(DemoWant(names: names))
        let wanted = Set(names).union(names.filter { $0 < "5" }.map { "#\($0)" })
        stays += wanted.subtracting(current).count
        current = wanted
        let going = going(rig.log)
        #expect(going == wanted, "seed \(seed), step \(step)")
        if going != wanted { return }
      }
      #expect(rig.log.count { $0.hasPrefix("+") } == stays, "seed \(seed)")
      rig.end()
      #expect(going(rig.log) == [], "seed \(seed)")
    }
  }

  @Test("It holds too where starts fail: each failed one is stopped at once, and tried once for its stay")
  func lawWithFailures() throws {
    for seed in UInt64(1)...10 {
      var random = demoRandom(seed)
      let rig = try DemoListening()
      var tries = 0
      var current: Set<String> = []
      for step in 0..<100 {
        let names = ["a", "b", "bad1", "bad2", "c"].filter { _ in Bool.random(using: &random) }
        rig.store?.dispatch(DemoWant(names: names))
        tries += Set(names).subtracting(current).count { $0.hasPrefix("bad") }
        current = Set(names)
        let good = current.filter { !$0.hasPrefix("bad") }
        #expect(going(rig.log) == good, "seed \(seed), step \(step)")
        #expect(rig.errors.entries.count == tries, "seed \(seed), step \(step)")
      }
      rig.end()
      #expect(going(rig.log) == [], "seed \(seed)")
    }
  }
}
