public import MillraceToolkit

/// Tools show the commands and the events, by their names, instead of the messages that carry them.
extension EngineMessage: WrappingMessage {
  /// The name of the command, or that of the event with its kind, and what the engine does with it.
  public var shownName: String {
    switch self {
    case .execute(let command, _, _): Self.name(of: command)
    case .hold(let command, _, _): "hold \(Self.name(of: command))"
    case .begin(let command, _): "begin \(Self.name(of: command))"
    case .fail(let command, _, _): "fail \(Self.name(of: command))"
    case .publish(let event, _, _): event.shownName
    case .holdEvent(let event, _, _): "hold \(event.shownName)"
    case .failEvent(let event, _, _): "fail \(event.shownName)"
    case .replay(let event, _): "replay \(event.shownName)"
    case .react: "react"
    case .report: "report"
    case .cancel: "cancel"
    case .invalidate: "invalidate"
    case .cancelAll: "cancelAll"
    }
  }

  /// The command, the output or the error.
  public var shownContents: Any {
    switch self {
    case .execute(let command, _, _), .hold(let command, _, _), .begin(let command, _): command
    case .fail(_, let error, _), .failEvent(_, let error, _), .report(let error): error
    case .publish(let event, _, _), .holdEvent(let event, _, _), .replay(let event, _): event.shownContents
    case .react, .cancel, .invalidate, .cancelAll: ()
    }
  }

  private static func name(of command: any AnyCommand) -> String { "\(type(of: command))" }
}

extension FoldedEvent: WrappingMessage {
  /// The name of the event's command, and the kind of the event.
  public var shownName: String { event.shownName }
  /// The output or the error.
  public var shownContents: Any { event.shownContents }
}

extension AnyEvent {
  fileprivate var shownName: String {
    "\(Self.commandType).\(inProgress ? "progress" : error == nil ? "data" : "error")"
  }

  fileprivate var shownContents: Any { result ?? error ?? () }
}
