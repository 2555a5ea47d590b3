import Foundation
import MillraceJournal
import Testing

@testable import InspectorServer

@Suite("Branches, files and files out")
struct BranchTests {
  @Test("a branch is computed from its turn on, and says where it parts from what happened")
  func branch() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      for turn in 1...6 { application.step(turn, add: turn) }
      let id = try tool.waitForTurn(6)
      #expect(try tool.history { $0["last"] == .integer(6) }["branches"] == .bool(true))
      var asked = JournalValue.null
      // Turn 4 is skipped, and a message is added after turn 5.
      let body = """
        {"from":2,"turns":[{"n":3},{"n":5},{"store":"counter","kind":"step@1","message":{"add":{"_0":100}}},{"n":6}]}
        """
      let branch = try tool.post("/api/h/\(id)/branch", body) {
        try application.compute()  // The state before the branch.
        asked = try application.compute()
        try application.compute()  // What followed the kept turns.
      }["branch"]
      #expect(asked["turns"]?.list.map { $0["turn"]?.int } == [3, 4, 5, 6])
      #expect(asked["states"]?.list.first?["state"]?["n"] == .integer(3))
      #expect(branch?["turns"]?.list.map { $0["same"] } == [.bool(true), .bool(false), .null, .bool(false)])
      #expect(branch?["turns"]?.list.map { $0["n"] } == [.integer(3), .integer(5), .null, .integer(6)])
      #expect(branch?["parts"]?["n"] == .integer(5))
      #expect(branch?["problems"] == .array([]))

      let difference = try tool.get("/api/h/\(id)/branch/difference?store=counter")
      let change = try #require(difference["changes"]?.list.first)
      #expect(change["before"] == .text("21") && change["after"] == .text("117"))
      let level = try tool.get("/api/h/\(id)/branch/state?n=5&store=counter&branch=1")
      #expect(level["children"]?.list.first?["text"] == .text("111"))
      #expect(level["children"]?.list.first?["before"] == .text("11"))

      // The export of the branch is a journal of its own.
      let export = try tool.file("/api/h/\(id)/out?form=export&branch=1")
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try export.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try JournalImport.validate(path).turns == 4)
      _ = try tool.post("/api/h/\(id)/branch/remove", #"{"branch":1}"#)
      _ = try tool.get("/api/h/\(id)/branch/state?n=5&store=counter&branch=1", status: 404)
    }
  }

  @Test("a branch that cannot be is a sentence, and problems of the application are told")
  func problems() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      for body in ["", "[]", #"{"from":1}"#, #"{"from":0,"turns":[{}]}"#, #"{"from":0,"turns":[3]}"#] {
        _ = try tool.post("/api/h/\(id)/branch", body, status: 400)
      }
      _ = try tool.post("/api/h/\(id)/branch", #"{"from":0,"turns":[{"n":9}]}"#, status: 404)
      _ = try tool.get("/api/h/\(id)/branch/difference?store=counter", status: 404)
      let branch = try tool.post(
        "/api/h/\(id)/branch",
        #"{"from":0,"turns":[{"n":1},{"store":"screen","kind":"x@1","message":{}}]}"#
      ) {
        try application.answer("compute") { _ in
          #"{"states":[],"problems":[{"turn":1,"store":"counter","why":"It is too late."}]}"#
        }
      }["branch"]
      #expect(
        branch?["problems"]?.list.map { $0["why"]?.string } == [
          "It has no schemas, so that it takes no messages in a branch.", "It is too late.",
        ])
      // Damaged answers and more branches than are kept.
      _ = try tool.post("/api/h/\(id)/branch", #"{"from":0,"turns":[{"n":1}]}"#, status: 500) {
        try application.answer("compute") { _ in "{" }
      }
      for _ in 0..<BranchBook.limit { _ = try tool.post("/api/h/\(id)/branch", #"{"from":0,"turns":[]}"#) }
      _ = try tool.get("/api/h/\(id)/out?form=export&branch=1", status: 404)
      application.slam()
      try tool.history { $0["status"] == .text("ended") }
      _ = try tool.post("/api/h/\(id)/branch", #"{"from":0,"turns":[]}"#, status: 409)
    }
  }

  @Test("a stretch is saved in every form, with the effects between turns")
  func forms() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      application.step(1, add: 1, effects: #"[{"kind":"started","effect":1,"turn":1,"label":"save"}]"#)
      application.step(2, add: 2, cause: "effect 1 of turn 1")
      application.say(
        #"{"event":{"kind":"failed","effect":1,"turn":1,"reason":"full"},"flow":1,"store":1,"after":2,"at":1700000000000002500}"#
      )
      application.sample(after: 2, #"{"n":3,"list":[1,2]}"#)
      application.step(3, add: 3)
      let id = try tool.waitForTurn(3)
      let stretch = "from=1&to=2"
      let export = try tool.file("/api/h/\(id)/out?form=export&\(stretch)")
      #expect(
        export.contains(#""kind":"failed","effect":1,"turn":1,"label":"save","reason":"full""#)
          || export.contains(#""reason":"full""#))
      #expect(export.contains(#"{"snapshot":0,"#) && export.contains(#""turns":2,"events":1,"snapshots":1"#))
      let replay = try tool.file(
        "/api/h/\(id)/out?form=replay&\(stretch)&module=Counting&make.counter=Store(a)")
      #expect(replay.contains("@testable import Counting") && replay.contains("let counter = Store(a)"))
      let names = "store=counter&module=Counting&state=Counter&message=Step&make.counter=Store(state)"
      let test = try tool.file("/api/h/\(id)/out?form=test&\(stretch)&\(names)") {
        try application.compute()
      }
      #expect(test.contains("test.send(.add(1), effects: [.starts(\"save\")])"))
      #expect(test.contains("await test.receive(.add(2)) { $0 = state2 }") && !test.contains("REPLACE"))
      #expect(try tool.file("/api/h/\(id)/out?form=sequence&\(stretch)").hasPrefix("<svg "))
      #expect(try tool.file("/api/h/\(id)/out?form=perfetto&\(stretch)").contains("traceEvents"))
      for wrong in ["form=none&\(stretch)", "form=test&\(stretch)&module=a b", "form=export&from=9&to=9"] {
        _ = try tool.get("/api/h/\(id)/out?\(wrong.replacing(" ", with: "%20"))", status: 409)
      }
      for wrong in ["\(stretch)", "form=export&from=1", "form=export&from=x&to=2"] {
        _ = try tool.get("/api/h/\(id)/out?\(wrong)", status: 400)
      }
    }
  }

  @Test("the application that wrote an export computes its states")
  func file() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = [
      #"{"millrace":"journal","format":1,"flow":"main","id":"x","stores":["counter"],"kinds":[{"name":"step","version":1}]}"#,
      #"{"turn":1,"time":1,"store":"counter","kind":"step","version":1,"message":{"add":{"_0":5}},"cause":"sent"}"#,
      #"{"turn":2,"time":2,"store":"counter","cause":"sent"}"#,
      #"{"turn":3,"time":3,"store":"counter","kind":"step","version":1,"message":{"add":{"_0":6}},"cause":"sent"}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    try await TestTool.with(opening: [path]) { tool in
      let file = try tool.history { $0["status"] == .text("ready") }
      let id = file["id"]?.int ?? 0
      #expect(file["kind"] == .text("journal") && file["turns"] == .integer(3))
      #expect(file["computes"] == .bool(false))
      let refusal = try tool.get("/api/h/\(id)/state?n=3&store=counter", status: 409)
      #expect(refusal["error"]?.string?.contains("no application is connected") == true)
      let application = try FakeApplication(tool)
      application.beginFlow()
      try tool.history { $0["id"] == .integer(Int64(id)) && $0["computes"] == .bool(true) }
      var asked = JournalValue.null
      let level = try tool.get("/api/h/\(id)/state?n=3&store=counter") { asked = try application.compute() }
      #expect(level["children"]?.list.first?["text"] == .text("11"))
      // The turn without a message has changed nothing, and is not taken again.
      #expect(asked["turns"]?.list.map { $0["turn"]?.int } == [1, 3])
      application.slam()
      try tool.history { $0["id"] == .integer(Int64(id)) && $0["computes"] == .bool(false) }
    }
  }
}
