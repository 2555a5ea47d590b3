import Harvest
import Testing

@Suite("The text of diagrams")
struct DiagramTextTests {
  typealias Named = Harvester<DiagramNamed, DiagramNamed>.Mapping

  @Test("The login machine is this diagram of Mermaid")
  func mermaid() {
    #expect(
      diagramLogin.graph(initial: .loggedOut, finals: [.loggedOut]).mermaid() == """
        stateDiagram-v2
          [*] --> loggedOut
          loggedOut --> loggingIn : login / login request
          loggingIn --> loggedIn : loginOK
          loggingIn --> loggingOut : forceLogout [busy] / logout request
          loggedIn --> loggingOut : logout / logout request<br/>forceLogout [busy] / logout request
          loggingOut --> loggedOut : logoutOK
          loggedOut --> [*]

        """)
  }

  @Test("The login machine is this text for Graphviz")
  func dot() {
    #expect(
      diagramLogin.graph(initial: .loggedOut, finals: [.loggedOut]).dot(DiagramOptions(direction: .right))
        == #"""
        digraph machine {
          rankdir=LR;
          node [shape=box, style=rounded, fontname="Helvetica"];
          edge [fontname="Helvetica", fontsize=11];
          "[initial]" [shape=point, width=0.15, label=""];
          "loggedOut" [peripheries=2];
          "loggingIn";
          "loggedIn";
          "loggingOut";
          "[initial]" -> "loggedOut";
          "loggedOut" -> "loggingIn" [label="login / login request"];
          "loggingIn" -> "loggedIn" [label="loginOK"];
          "loggingIn" -> "loggingOut" [label="forceLogout [busy] / logout request"];
          "loggedIn" -> "loggingOut" [label="logout / logout request\nforceLogout [busy] / logout request"];
          "loggingOut" -> "loggedOut" [label="logoutOK"];
        }

        """#)
  }

  @Test("Names that mean something in a diagram's language are only names")
  func escaping() {
    let odd = DiagramNamed(description: "a\"b\\n;:%<c>&amp;\n{#}")
    let end = DiagramNamed(description: "End")
    let graph = (Pattern.value(odd, isEqual: ==) | odd => end).graph(
      states: [odd, end], inputs: [odd], initial: odd)
    #expect(
      graph.mermaid() == """
        stateDiagram-v2
          state "a#34;b#92;n#59;#58;#37;#60;c#62;#38;amp#59;<br/>#123;#35;#125;" as s1
          state "End" as s2
          [*] --> s1
          s1 --> s2 : a#34;b#92;n#59;#58;#37;#60;c#62;#38;amp#59;<br/>#123;#35;#125;

        """)
    let label = #""a\"b\\n;:%<c>&amp;amp;\n{#}""#
    #expect(graph.dot().contains("  \"s1\" [label=\(label)];\n  \"s2\" [label=\"End\"];\n"))
    #expect(graph.dot().contains("  \"s1\" -> \"s2\" [label=\(label)];\n"))
  }

  @Test("States of one name stay two, a nameless one is seen, and signs no text may have are replaced")
  func sameNames() {
    let states = [
      DiagramNamed(description: "x", number: 1), DiagramNamed(description: "x", number: 2),
      DiagramNamed(description: "s1"), DiagramNamed(description: ""),
      DiagramNamed(description: "bell\u{7}\r\nend"),
    ]
    #expect(
      Named.zero.graph(states: states, inputs: [], initial: states[0]).mermaid() == """
        stateDiagram-v2
          state "x" as s1x
          state "x" as s2
          s1
          state "#34;#34;" as s4
          state "bell\u{FFFD}<br/>end" as s5
          [*] --> s1x

        """)
  }

  @Test("A transition that is the same in every state is drawn once when that is asked for")
  func folding() {
    let mapping = DiagramTable.reduce(.first, [.go | .a => .b, .jump | any => .a, .back | .b => .b])
    let graph = mapping.graph(initial: .a)
    #expect(
      graph.mermaid(DiagramOptions(direction: .right, foldsAny: true)) == """
        stateDiagram-v2
          direction LR
          c
          state "any state" as anyState
          [*] --> a
          a --> b : go
          anyState --> a : jump
          b --> b : back

        """)
    #expect(graph.dot(DiagramOptions(foldsAny: true)).contains("\"[any]\" -> \"a\" [label=\"jump\"];"))
    #expect(graph.mermaid().contains("  c --> a : jump\n"))
  }

  @Test("A function of the state is not folded although it is for every state")
  func notFolding() {
    let turn: (DiagramPlace) -> DiagramPlace = { $0 == .a ? .b : .a }
    let graph = (Pattern.value(DiagramStep.go, isEqual: ==) | turn).graph(initial: .a)
    #expect(graph.mermaid(DiagramOptions(foldsAny: true)) == graph.mermaid())
  }

  @Test("A state that was not listed is drawn, dashed")
  func unlisted() {
    let graph = (DiagramStep.go | DiagramPlace.a => .c).graph(states: [.a], initial: .a)
    #expect(graph.unlistedStates == [.c])
    #expect(graph.dot().contains("  \"c\" [style=\"rounded,dashed\"];\n"))
  }
}
