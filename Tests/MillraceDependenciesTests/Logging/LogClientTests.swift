import Millrace
import MillraceTesting
import Testing

@testable import MillraceDependencies

@Suite("The log client")
struct LogClientTests {
  @Test("an entry is one line, whatever is in it")
  func lines() {
    func line(_ message: String, _ fields: [String: String] = [:]) -> String {
      LogClient.Entry(.notice, message, fields).line
    }
    #expect(line("Saved.", ["size": "12", "file": "a.txt"]) == "notice: Saved. file=a.txt size=12")
    #expect(line("one\ntwo\u{7}\r") == #"notice: one\ntwo\u{07}\r"#)
    #expect(line("", ["a b": "c \"d\"", "e": ""]) == #"notice:  "a b"="c \"d\"" e="""#)
    #expect(line("x", ["a": "b\nc"]) == #"notice: x a="b\nc""#)
  }

  @Test("the levels are ordered, and each has its method")
  func levels() {
    let calls = RecordedCalls<LogClient.Entry>()
    let log = LogClient.silent.recording(into: calls)
    log.debug("d")
    log.info("i", ["a": "b"])
    log.notice("n")
    log.warning("w")
    log.error("e")
    #expect(calls.all.map(\.level) == LogClient.Level.allCases)
    #expect(calls.all.map(\.level).sorted() == LogClient.Level.allCases)
    #expect(calls.all[1] == LogClient.Entry(.info, "i", ["a": "b"]))
  }

  @Test("in a test a call fails by its name")
  @MainActor func test() async {
    let texts = await failures {
      let store = Store(0, of: Int.self) { _, _ in
        .run(label: "log") { send in send.environment[LogClient.self].info("hello") }
      }
      let test = TestStore(store)
      test.send(1)
      await test.finish()
    }
    #expect(texts.map { $0.prefix(15) } == ["`LogClient.log`"])
  }
}
