import Katana
import Millrace
import MillraceToolkit
import Testing

/// Requests one subscription for each text that was heard.
private struct DemoTopics: SubscriptionProvider {
  func subscriptions(model: DemoModel, message: (any Message)?) -> [any Katana.Subscription] {
    model.heard.map { DemoTopic(name: $0) }
  }
}

/// The interpreters and subscriptions of a store, as tools see them.
@MainActor
@Suite("Facts of a Katana store")
struct KatanaFactsTests {
  private func facts(of rig: DemoRig) -> StoreFacts { FlowInternals(rig.flow).facts()[0].facts }

  @Test("Interpreters are listed with their commands, the standard ones last")
  func interpreters() throws {
    let rig = try DemoRig(
      interpreters: [DemoThrowing(), DemoEchoing()], subscriptions: DemoTopics(),
      subscriptionInterpreters: [DemoTopicListener.self])
    let facts = facts(of: rig)
    #expect(facts.dialect == "Katana")
    #expect(facts.table("Interpreters")?.columns == ["Command", "Interpreter", "Taken"])
    #expect(
      facts.table("Interpreters")?.rows == [
        ["DemoBad", "KatanaTests.DemoThrowing", ""], ["DemoEcho", "KatanaTests.DemoEchoing", ""],
        ["DelayCommand", "Katana.DelayInterpreter", ""], ["RandomCommand", "Katana.RandomInterpreter", ""],
      ])
    #expect(
      facts.table("Subscription interpreters")?.rows.first == ["DemoTopic", "KatanaTests.DemoTopicListener"])
  }

  @Test(
    "While a tap watches, the commands of each interpreter are counted, those that others wrap among them")
  func counts() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      switch text {
      case "one": [DemoEcho(text: "e")]
      case "two": [DemoEcho(text: "e"), DemoGeneric(payload: 1)]
      default: []
      }
    }
    rig.dispatch("one")
    let tap = rig.flow.tap { _ in }
    rig.dispatch("one", "two")
    #expect(facts(of: rig).table("Interpreters")?.rows.first == ["DemoEcho", "KatanaTests.DemoEchoing", "3"])
    #expect(facts(of: rig).table("Interpreters")?.marked == [0])
    tap.cancel()
    rig.flow.pump()
    rig.dispatch("two")
    #expect(facts(of: rig).table("Interpreters")?.rows.first?[2] == "3")
  }

  @Test("Live subscriptions are listed by their own descriptions")
  func subscriptions() throws {
    let rig = try DemoRig(subscriptions: DemoTopics(), subscriptionInterpreters: [DemoTopicListener.self])
    rig.dispatch("news", "sport")
    #expect(
      facts(of: rig).table("Subscriptions")?.rows == [
        ["1", #"DemoTopic(name: "news")"#], ["2", #"DemoTopic(name: "sport")"#],
      ])
  }
}
