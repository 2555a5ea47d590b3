import Foundation
import Millrace
import Testing

@testable import Katana

/// Closures of one source location.
@MainActor
struct AmbiguousTests {
  nonisolated private static func notifications(
    _ count: Int, id: EffectID? = nil
  ) -> [any Katana.Subscription] {
    (0..<count).map { number in
      Notifications(.init("ambiguous"), id: id) { _ in DemoText("\(number)") }
    }
  }

  @Test("Closures of one source location are an error that is reported once, while they last")
  func reported() throws {
    let rig = try DemoListening(
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        Self.notifications(model.names.count) + [DemoTopic(name: "x")]
      })
    rig.want("a")
    #expect(rig.errors.entries.isEmpty)
    rig.want("a", "b")
    rig.want("a", "b", "c")
    rig.want("a", "b", "c")
    #expect(rig.errors.entries.count == 1)
    #expect(
      rig.errors.entries.first?.description.contains(
        "is requested more than once, by closures of one source location that cannot be compared") == true)
    rig.want("a")
    rig.want("a", "b")
    #expect(rig.errors.entries.count == 2)
  }

  @Test("Closures that are there at the start are reported when the store is made")
  func atTheStart() throws {
    let rig = try DemoListening(
      ["a", "b"],
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in Self.notifications(model.names.count) })
    #expect(rig.errors.entries.count == 1)
  }

  @Test("Subscriptions without a closure, and those with an id, may be requested more than once")
  func shared() throws {
    let rig = try DemoListening(
      ["a", "b"],
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        Self.notifications(model.names.count, id: "one") + [DemoTopic(name: "x"), DemoTopic(name: "x")]
      })
    #expect(rig.errors.entries.isEmpty)
  }
}
