import Testing

@testable import MillraceCommand

@Suite("millrace inspect")
struct InspectCommandTests {
  private static let repository = "/src/millrace"
  private static let own = "\(repository)/.build/x86_64-unknown-linux-gnu/debug/millrace"

  /// A launch on a machine that has these programs and files only.
  private func launch(
    executable: String? = own, path: String? = "/usr/bin:/bin", files: Set<String>, _ started: Started
  ) -> InspectorLaunch {
    InspectorLaunch(
      search: { InspectorSearch(executable: executable, path: path) }, isExecutable: files.contains,
      exists: files.contains,
      replace: { path, arguments in
        started.calls.append([path] + arguments)
        return "Exec format error"
      })
  }

  private final class Started { var calls: [[String]] = [] }

  @Test("the program beside the command is preferred to one in PATH, and that to one in the repository")
  func order() {
    let all = [
      "\(Self.repository)/.build/x86_64-unknown-linux-gnu/debug/millrace-inspect",
      "/usr/bin/millrace-inspect",
      "/bin/millrace-inspect", "\(Self.repository)/Inspector/.build/release/millrace-inspect",
      "\(Self.repository)/Inspector/.build/debug/millrace-inspect",
      "\(Self.repository)/.build/checkouts/Millrace/Inspector/.build/release/millrace-inspect",
    ]
    for start in all.indices {
      let started = Started()
      _ = launch(files: Set(all[start...]), started).run(["a.journal", "--", "app", "--help"])
      #expect(started.calls == [[all[start], "a.journal", "--", "app", "--help"]])
    }
  }

  @Test("folders in PATH that depend on the present folder are not searched")
  func relativeFolders() {
    let search = InspectorSearch(executable: nil, path: ":.:bin:/opt/bin/:~/bin::")
    #expect(search.candidates == ["/opt/bin/millrace-inspect"])
    #expect(InspectorSearch(executable: nil, path: nil).candidates == [])
    #expect(InspectorSearch(executable: "/millrace", path: nil).candidates == ["/millrace-inspect"])
  }

  @Test("a program that is nowhere is a sentence with what to build and where it was looked for")
  func nowhere() async {
    let started = Started()
    let printed = Printed()
    let launch = launch(files: ["\(Self.repository)/Inspector/Package.swift"], started)
    let code = await Program(.printing(to: printed), inspector: launch).run(["inspect"])
    #expect(code == .failure && started.calls.isEmpty)
    #expect(
      printed.errors.contains("`swift build -c release --package-path \(Self.repository)/Inspector`."))
    #expect(printed.errors.contains("the folders of PATH, \(Self.repository)/Inspector/.build, "))
    // An installed command does not know where the package is.
    let sentence = self.launch(executable: "/usr/local/bin/millrace", files: [], started).run([])
    #expect(
      sentence == """
        The program `millrace-inspect` was not found; build it with `swift build -c release --package-path Inspector` \
        in Millrace's repository, and put it into PATH. Looked for: /usr/local/bin/millrace-inspect, the folders of PATH.
        """)
  }

  @Test("a program that cannot be started is a sentence with the reason, and its code is 3")
  func cannotStart() async {
    let printed = Printed()
    let launch = launch(files: ["/bin/millrace-inspect"], Started())
    let code = await Program(.printing(to: printed), inspector: launch).run(["inspect", "x"])
    #expect(code == .failure)
    #expect(
      printed.errors
        == "millrace: The program `/bin/millrace-inspect` cannot be started: Exec format error.\n")
  }

  @Test("all arguments are the program's, but help is the command's own")
  func arguments() throws {
    #expect(try Command(["inspect"]) == .inspect([]))
    #expect(
      try Command(["inspect", "a", "--port=9", "--", "-h"]) == .inspect(["a", "--port=9", "--", "-h"]))
    for words in [["help", "inspect"], ["inspect", "--help"], ["inspect", "a", "-h", "--", "b"]] {
      #expect(try Command(words) == .helpOfInspect)
    }
  }

  @Test("help shows the usage, options, codes and examples, in 80 columns")
  func help() async throws {
    let printed = await millrace("inspect", "--help", width: 80)
    for part in ["Usage", "Arguments", "Options", "Exit codes", "Examples", "--perfetto", "millrace-inspect"]
    {
      #expect(printed.output.contains(part), "\(part)")
    }
    #expect(!printed.output.contains("JSON"))
    #expect(printed.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for example in Manual.inspect.examples {
      let words = example.command.split(separator: " ").map(String.init)
      #expect(try Command(Array(words.dropFirst())) == .inspect(Array(words.dropFirst(2))))
    }
  }

  @Test("on this system, the running program is known, and with it the repository")
  func ownExecutable() {
    let search = InspectorLaunch.system.search()
    #expect(search.candidates.contains { $0.hasSuffix("/Inspector/.build/release/millrace-inspect") })
  }
}
