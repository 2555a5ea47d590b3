import Foundation
import Harvest
import HarvestDiagram
import TestResources
import Testing

struct DiagramChartTests {
  static func player() throws -> PlainChart {
    try PlainChart {
      substate(.off, initial: true) {
        onInput(.power, to: .history(.on), guard: .when("plugged") { _ in true })
      }
      substate(.on) {
        onEntry(ChartEffect(label: "light") { nil })
        onInput(.power, to: .off)
        onInput(.mute)
        onDone(to: .off)
        substate(.paused, initial: true) { onInput(.play, to: [.loud, .shown]) }
        parallelState(.session) {
          onInput(.eject, to: .deepHistory(.on))
          onDelay(.seconds(3), .finish)
          substate(.audio) { substate(.loud, initial: true) }
          substate(.video) { substate(.shown, initial: true) }
        }
        finalState(.done)
      }
    }
  }

  @Test("A chart is drawn nested in Mermaid, with regions, histories, guards, entries and delays")
  func mermaid() throws {
    #expect(
      try Self.player().mermaid() == """
        stateDiagram-v2
          off
          [*] --> off
          state "on<br/>entry / light<br/>mute" as on {
            paused
            [*] --> paused
            state "session<br/>after 3.0 seconds / finish" as session {
              state audio {
                loud
                [*] --> loud
              }
              --
              state video {
                shown
                [*] --> shown
              }
            }
            done
            done --> [*]
            state "H" as onHistory
            state "H#42;" as onDeepHistory
          }
          off --> onHistory : power [plugged]
          on --> off : power<br/>done
          paused --> loud : play
          paused --> shown : play
          session --> onDeepHistory : eject

        """)
  }

  @Test("A chart is drawn nested in Graphviz's language: states are frames, arrows end at them")
  func dot() throws {
    let dot = try Self.player().dot(DiagramOptions(direction: .right))
    for line in [
      "  rankdir=LR;", "  \"[initial] \" -> \"off\" [label=\"\"];", "  subgraph \"cluster_on\" {",
      "    label=\"on\\nentry / light\\nmute\"; style=rounded; labeljust=l;",
      "    \"onHistory\" [label=\"H\", shape=circle, style=solid, width=0.3, fixedsize=true];",
      "      subgraph \"cluster_audio\" {", "        label=\"audio\"; style=\"rounded,dashed\"; labeljust=l;",
      "    \"done\" [label=\"done\", peripheries=2];",
      "  \"off\" -> \"onHistory\" [label=\"power [plugged]\"];",
      "  \"paused\" -> \"off\" [label=\"power\\ndone\", ltail=\"cluster_on\"];",
    ] {
      #expect(dot.components(separatedBy: "\n").contains(line), "\(line)\n\(dot)")
    }
  }

  @Test("A chart's picture has its states' frames, and its file is written as its name ends", .realProcess)
  func svg() async throws {
    let chart = try Self.player()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("a.mmd", chart.mermaid()), ("a.dot", chart.dot())] {
      let file = folder.appendingPathComponent(name)
      try await chart.write(to: file.path)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    await #expect(throws: DiagramError.unknownFormat(path: "a.png")) { try await chart.write(to: "a.png") }
    guard Graphviz().command != nil else { return }
    let svg = try await chart.svg(with: .patient)
    #expect(svg.components(separatedBy: "class=\"cluster\"").count == 5)
    #expect(svg.contains(">entry / light</text>"))
  }

  @Test("Effects that are made of the state are drawn with their label, and beginnings with their targets")
  func madeEffects() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      initial(to: [.muted, .shown]) { _ in LoggedChart.Effect(label: "begin") { nil } }
      parallelState(.session) {
        onInput(.power, to: .off) { _, state in LoggedChart.Effect(label: "leave \(state.count)") { nil } }
        substate(.audio) {
          substate(.loud, initial: true)
          substate(.muted) {
            onEntry { state in
              state.count += 1
              return LoggedChart.Effect(label: "load") { nil }
            }
          }
        }
        substate(.video) { substate(.shown, initial: true) }
      }
      substate(.off) {
        initial(to: .history(.off))
        onEntry { _ in .empty }
        onExit { _ in LoggedChart.Effect(label: "save") { nil } }
        onInput(.play, to: .session)
        substate(.paused, initial: true)
      }
      substate(.missing) { onEntry { _ in LoggedChart.Effect(label: "never") { nil } } }
    }
    let text = chart.mermaid()
    for line in [
      #"      state "muted<br/>entry / load" as muted"#, "  [*] --> muted : / begin",
      "  [*] --> shown : / begin",
      #"  state "off<br/>entry / …<br/>exit / save" as off {"#, "    [*] --> offHistory",
      #"  state "missing<br/>entry / …" as missing"#, "  session --> off : power / leave 1",
    ] {
      #expect(text.components(separatedBy: "\n").contains(line), "\(line)\n\(text)")
    }
    let dot = chart.dot()
    for line in [
      #"  "[initial] " -> "muted" [label="/ begin"];"#, #"    "[initial] off" -> "offHistory" [label=""];"#,
    ] {
      #expect(dot.components(separatedBy: "\n").contains(line), "\(line)\n\(dot)")
    }
  }
}
