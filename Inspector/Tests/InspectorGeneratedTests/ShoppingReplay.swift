// swift-format-ignore-file
import Millrace
import MillraceTesting
import Testing

@testable import InspectorSample

/// Replays kitchen: turns 3 to 8 with today's code.
@Test("kitchen: turns 3 to 8")
func kitchenTurns3To8() throws {
  let replay = try Replay(lines: kitchenTurns3To8History)
  let divergence = try replay.divergence { stage in
    let flow = stage.flow
    let groceries = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    try stage.add(
      groceries, state: RecordSchema("groceries"),
      messages: RecordSchema("grocery", version: 2))
  }
  #expect(divergence == nil)
}

private let kitchenTurns3To8History = #"""
  {"millrace":"journal","format":1,"flow":"kitchen","id":"6F9619FF-8B86-4D01-B42D-00CF4FC964FF","first":2,"stores":["groceries"],"kinds":[{"name":"groceries","version":1},{"name":"grocery","version":2}]}
  {"snapshot":2,"time":1000000000,"store":"groceries","kind":"groceries","version":1,"state":{"items":["Milk","a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false}}
  {"turn":3,"time":1000000000,"store":"groceries","kind":"grocery","version":2,"message":{"removed":{"at":0}},"cause":"sent"}
  {"turn":4,"time":2000000000,"store":"groceries","kind":"grocery","version":2,"message":{"opened":{"_0":{"relative":"https://example.org/soup"}}},"cause":"sent"}
  {"turn":5,"time":3000000000,"store":"groceries","kind":"grocery","version":2,"message":{"load":{}},"cause":"sent","effects":[{"kind":"started","effect":1,"turn":5,"label":"load"}]}
  {"turn":6,"time":4000000000,"store":"groceries","kind":"grocery","version":2,"message":{"loaded":{"_0":["Bread","Jam"]}},"cause":{"effect":1,"turn":5}}
  {"event":{"kind":"finished","effect":1,"turn":5,"label":"load"},"number":1,"after":6,"time":7000000000,"store":"groceries"}
  {"turn":7,"time":5000000000,"store":"groceries","kind":"grocery","version":2,"message":{"removed":{"at":9}},"cause":"sent"}
  {"turn":8,"time":6000000000,"store":"groceries","kind":"grocery","version":2,"message":{"cleared":{}},"cause":"sent"}
  {"end":9,"turns":6,"events":1,"snapshots":1,"tasks":0,"gaps":0,"checksum":"2552304b208d6724"}
  """#
