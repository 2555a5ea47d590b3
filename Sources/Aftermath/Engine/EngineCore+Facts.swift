import Millrace
import MillraceToolkit

extension EngineCore {
  /// The insides of an engine for tools: its commands with their handlers, its events with their reactions,
  /// and its middleware in order.
  var facts: StoreFacts {
    StoreFacts(
      dialect: "Aftermath",
      tables: [
        FactTable(
          "Commands", columns: ["Command", "Handler", "Answers", "Queue"], of: liveHandlers,
          row: { entry in
            let waiting = entry as? WaitingHandler
            return [
              "\(entry.label)", entry.name, waiting == nil ? "at once" : "later",
              waiting?.queue.map { "\($0)" } ?? "",
            ]
          }),
        FactTable(
          "Events", columns: ["Event", "Reactions"], of: heardEvents,
          row: { [$0.subject, "\($0.liveCount)"] }),
        FactTable(
          "Reactions to one execution", columns: ["Command"],
          of: reactions.values.filter { $0.liveCount > 0 }.map(\.subject).sorted(), row: { [$0] }),
        FactTable(
          "Middleware", columns: ["Of", "Middleware"],
          of: commands.names.map { ("commands", $0) } + events.names.map { ("events", $0) },
          row: { [$0.0, $0.1] }),
      ])
  }

  private var liveHandlers: [HandlerEntry] {
    var entries: [HandlerEntry] = []
    handlers.forEach { if $0.life.isActive { entries.append($0) } }
    return entries.sorted { "\($0.label)" < "\($1.label)" }
  }

  /// The lists of the events to which there are reactions.
  private var heardEvents: [AnyListenerList] {
    var lists: [AnyListenerList] = []
    listeners.forEach { if $0.liveCount > 0 { lists.append($0) } }
    return lists.sorted { $0.subject < $1.subject }
  }
}
