import Foundation
import HarvestDiagram
import TestResources
import Testing

@testable import Harvest

extension Graphviz {
  /// A command that may take as long as a busy machine needs.
  static let patient = Graphviz(timeLimit: .seconds(3_600))

  /// The same, in other folders than those of the process.
  static func patient(path: String) -> Graphviz { Graphviz(path: path, timeLimit: .seconds(3_600)) }
}

@Suite("Drawing by Graphviz", .realProcess)
@BlockingActor
struct DiagramDrawingTests {
  /// A folder of its own, which is removed afterwards.
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagram-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// A command called `dot` that is a script.
  private func script(_ text: String, in folder: URL) throws -> String {
    let dot = folder.appendingPathComponent("dot")
    try Data(text.utf8).write(to: dot)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: dot.path)
    return folder.path
  }

  @Test(
    "The login machine becomes a picture without Graphviz's version", .enabled(if: Graphviz().command != nil))
  func picture() async throws {
    let graph = diagramLogin.graph(initial: .loggedOut)
    let svg = try await graph.svg(with: .patient)
    #expect(svg.hasPrefix("<?xml"))
    #expect(svg.contains("<svg "))
    #expect(svg.contains(">loggingOut</text>"))
    #expect(svg.contains(">forceLogout [busy] / logout request</text>"))
    #expect(!svg.contains("<!--"))
    #expect(try await graph.svg(with: .patient) == svg)
  }

  @Test("Odd names arrive in the picture as they are", .enabled(if: Graphviz().command != nil))
  func oddNames() async throws {
    let odd = DiagramNamed(description: "a\"b\\n<c>&amp;\u{7}")
    let graph = (Pattern.value(odd, isEqual: ==) | odd => odd).graph(
      states: [odd], inputs: [odd], initial: odd)
    let svg = try await graph.svg(with: .patient)
    #expect(svg.components(separatedBy: ">a&quot;b\\n&lt;c&gt;&amp;amp;\u{FFFD}</text>").count == 3, "\(svg)")
  }

  @Test("A file is written as the end of its name says")
  func files() async throws {
    try await inFolder { folder in
      let graph = diagramLogin.graph(initial: .loggedOut)
      for (name, text) in [
        ("a.mmd", graph.mermaid()), ("a.MERMAID", graph.mermaid()), ("a.dot", graph.dot()),
        ("a.gv", graph.dot()),
      ] {
        let file = folder.appendingPathComponent(name)
        try await graph.write(to: file.path)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
      let picture = folder.appendingPathComponent("a.svg")
      let path = try script("#!/bin/sh\nprintf '%s' \"<svg>$4 $5</svg><!-- 1 -->\" > \"$6\"\n", in: folder)
      try await graph.write(to: picture.path, with: .patient(path: path))
      #expect(try String(contentsOf: picture, encoding: .utf8) == "<svg>-Tsvg -o</svg>")
    }
  }

  @Test("A name without a known end, and a folder that is not there, are errors")
  func unwritable() async throws {
    let graph = diagramLogin.graph(initial: .loggedOut)
    await #expect(throws: DiagramError.unknownFormat(path: "machine.png")) {
      try await graph.write(to: "machine.png")
    }
    #expect(
      "\(DiagramError.unknownFormat(path: "machine.png"))"
        == "`machine.png` does not end in .mmd, .mermaid, .dot, .gv or .svg, "
        + "so its format is unknown; use one of these.")
    try await inFolder { folder in
      let path = folder.appendingPathComponent("no/machine.dot").path
      let error = try await #require(throws: DiagramError.self) { try await graph.write(to: path) }
      #expect("\(error)".hasPrefix("`\(path)` could not be written; choose a folder that is writable"))
    }
  }

  @Test("Without Graphviz the error says how to get it")
  func missing() async throws {
    try await inFolder { folder in
      let error = try await #require(throws: DiagramError.graphvizNotFound(path: folder.path)) {
        try await diagramLogin.graph(initial: .loggedOut).svg(with: .patient(path: folder.path))
      }
      #expect(
        "\(error)"
          == "Graphviz's command `dot` draws SVG, but is not in the search path (\(folder.path)); install it with "
          + "`apt-get install graphviz` or `brew install graphviz`, or write a .dot or .mmd file instead.")
    }
    #expect(
      "\(DiagramError.graphvizNotFound(path: ""))".contains(
        "not in the search path (which is empty); install"))
  }

  @Test("A command that cannot be started is an error")
  func unstartable() async throws {
    try await inFolder { folder in
      let path = try script("#!/no/such/interpreter\n", in: folder)
      let error = try await #require(throws: DiagramError.self) {
        try await Graphviz.patient(path: path).svg("digraph {}")
      }
      #expect("\(error)".contains("dot"))
    }
  }

  @Test("What Graphviz complains about is in the error", .enabled(if: Graphviz().command != nil))
  func syntax() async throws {
    let error = try await #require(throws: DiagramError.self) { try await Graphviz.patient.svg("digraph {") }
    #expect(
      "\(error)"
        == "Graphviz's command `dot` failed with status 1; check that Graphviz is installed completely, or write a .dot or .mmd file instead. Its message: Error: machine.dot: syntax error in line 1"
    )
  }

  @Test("A command that fails without a word, or draws nothing, is an error")
  func failing() async throws {
    try await inFolder { folder in
      var path = try script("#!/bin/sh\nexit 3\n", in: folder)
      await #expect(throws: DiagramError.graphvizFailed(status: 3, message: "")) {
        try await Graphviz.patient(path: path).svg("")
      }
      path = try script("#!/bin/sh\necho 'no fonts' >&2\n", in: folder)
      await #expect(throws: DiagramError.graphvizFailed(status: 0, message: "no fonts")) {
        try await Graphviz.patient(path: path).svg("")
      }
    }
    #expect(
      "\(DiagramError.graphvizFailed(status: 3, message: ""))"
        == """
        Graphviz's command `dot` failed with status 3; check that Graphviz is installed completely, or write a .dot or .mmd file instead. It gave no reason.
        """)
  }

  @Test("A command that does not come to an end is ended, even when it will not listen")
  func hanging() async throws {
    try await inFolder { folder in
      let path = try script("#!/bin/sh\ntrap '' TERM\nexec tail -f /dev/null\n", in: folder)
      let limit = Duration.milliseconds(100)
      await #expect(throws: DiagramError.tookTooLong(limit)) {
        try await Graphviz(path: path, timeLimit: limit).svg("")
      }
    }
    #expect(
      "\(DiagramError.tookTooLong(.seconds(2)))".contains("took longer than 2.0 seconds and was stopped"))
  }

  /// A graph in which each state leads to this many others.
  private func ring(_ count: Int, _ width: Int) -> TransitionGraph<Int, Int> {
    Harvester<Int, Int>.Mapping { input, state in (state * 7 + input * 13) % count }
      .graph(states: 0..<count, inputs: 1...width, initial: 0)
  }

  @Test("A dense graph is placed on a ring, in a text whose size and work grow with its arrows")
  func ringText() {
    #expect(ring(10, 3).drawing(DiagramOptions()).arguments == layeredDrawing)
    let (small, large) = (ring(50, 49).drawing(DiagramOptions()), ring(100, 99).drawing(DiagramOptions()))
    #expect(small.arguments == ["-Kneato", "-n2"] && large.arguments == small.arguments)
    // Each state has a place, so that nothing is searched.
    #expect(large.dot.components(separatedBy: "pos=").count == 102)
    #expect(large.dot.utf8.count < 5 * small.dot.utf8.count)
    #expect(ring(100, 99).dot().hasPrefix("digraph machine {\n  rankdir"))
  }

  @Test(
    "A graph of 100 states, each with 99 arrows, becomes a picture", .enabled(if: Graphviz().command != nil))
  func dense() async throws {
    let svg = try await ring(100, 99).svg(with: .patient)
    #expect(svg.components(separatedBy: "class=\"edge\"").count == 9902)
  }

  @Test("The caller's actor goes on while Graphviz draws, and a cancelled task ends it")
  func cancelled() async throws {
    try await inFolder { folder in
      let begun = folder.appendingPathComponent("begun").path
      try #require(mkfifo(begun, 0o600) == 0)
      let path = try script("#!/bin/sh\necho > '\(begun)'\nexec tail -f /dev/null\n", in: folder)
      let drawing = Task { @concurrent in try await Graphviz.patient(path: path).svg("") }
      // The pipe is open for reading as soon as the command runs.
      _ = try FileHandle(forReadingFrom: URL(fileURLWithPath: begun)).readToEnd()
      drawing.cancel()
      let result = await drawing.result
      #expect(throws: DiagramError.cancelled) { try result.get() }
      #expect("\(DiagramError.cancelled)".contains("draw it in a task that lives longer"))
    }
  }
}
