import Millrace

/// The run's story, for people.
extension RunExecution {
  func stateTexts() -> [(String, Any)] {
    var texts: [(String, Any)] = []
    built.forEachShownState { texts.append(($0, $1)) }
    runtime.forEachPlace { texts.append(($0, $1)) }
    return texts
  }

  /// Returns the changes in a state: field by field for short values, else line by line.
  private func changes(_ name: String, _ old: Any, _ new: Any) -> [String] {
    guard let difference = Difference(from: old, to: new) else { return [] }
    // A store without a name of its own is named after its state's type, which says nothing for a number or a
    // string.
    let isBare = name == "\(type(of: new))" && Mirror(reflecting: new).displayStyle != .struct
    let name = isBare ? "store of \(name)" : name
    let fields = zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children)
    var short: [String] = []
    for (before, after) in fields where Difference(from: before.value, to: after.value) != nil {
      let line = "\(name).\(after.label ?? "?"): \(readableText(before.value)) → \(readableText(after.value))"
      if line.count > 100 || line.contains("\n") { short = []; break }
      short.append(line)
    }
    let isStruct = Mirror(reflecting: new).displayStyle == .struct
    if isStruct, !short.isEmpty { return short }
    let line = "\(name): \(readableText(old)) → \(readableText(new))"
    if line.count <= 100, !line.contains("\n") { return [line] }
    return ["\(name):"] + "\(difference)".split(separator: "\n").map { "  \($0)" }
  }

  /// Returns a message's own description, or else its value as one line.
  func text(of message: any Sendable) -> String {
    if message is String { return readableLine(message) }
    return (message as? any CustomStringConvertible).map { "\($0)" } ?? readableLine(message)
  }

  /// Gives every fiber in the story its name.
  func endStory() {
    for ordinal in waiters {
      storyWriter.add(ordinal, [.text(runtime.waitText(of: ordinal))])
    }
    result.fibers = runtime.fibers.map(\.name)
    result.story = storyWriter.story(runtime.fibers)
    result.names = storyWriter.renamed(runtime.fibers)
  }

  /// Describes a step that was taken, and in which other fibers appeared, in the story.
  func describe(_ move: Move, _ results: StepResults, children: Range<Int>) {
    storyWriter.note(results, text: text(of:))
    storyWriter.note(children, of: move.ordinal)
    var described: [StoryWriter.Line] = []
    if move.ordinal == 0 { described.append(.text("advances the time to \(runtime.clock.now)")) }
    for turn in results.turns {
      described.append(.text(text(of: turn.message) + (turn.isHandled ? "" : ", which no update handles")))
    }
    for (name, event) in results.events {
      let label = event.label.map { "\($0)" } ?? "an effect"
      // The message stands directly above.
      let isAskedHere = results.turns.contains { $0.store == event.store && $0.sequence == event.turn }
      func add(_ before: String, _ after: String = "") {
        described.append(
          isAskedHere
            ? .text(before + label + after) : .effect(name, label: label, before: before, after: after))
      }
      switch event.kind {
      case .started: add("starts ")
      case .waiting: add("", " waits in \(event.queue.map { "\($0)" } ?? "its queue")")
      case .cancelled: add("cancels ")
      case .dropped: add("drops ")
      case .failed(let error): add("", " failed: \(error)")
      case .finished: break
      }
    }
    described += lines.map { .text($0) }
    lines = []
    let now = stateTexts()
    let before = Dictionary(texts) { first, _ in first }
    for (name, new) in now {
      if let old = before[name] { described += changes(name, old, new).map { .text($0) } }
    }
    texts = now
    storyWriter.add(move.ordinal, described)
  }
}
