import Aftermath

/// A controller's handling of the outputs of one type of command.
class CommandResultHandler {
  /// The closure that makes the command for the next page, or returns nil if there is none.
  var nextPage: (() -> (any AnyCommand)?)?
}

/// A controller's handling of the outputs of commands of a known type.
final class TypedCommandResultHandler<C: Command>: CommandResultHandler {
  private var edits: [(C.Output) -> ContentEdit?] = []
  private var page: ((C.Output) -> ContentEdit?)?

  func add(_ edit: @escaping (C.Output) -> ContentEdit?) { edits.append(edit) }

  func setPage(_ page: @escaping (C.Output) -> ContentEdit?) { self.page = page }

  func edits(for output: C.Output, isPage: Bool) -> [ContentEdit] {
    if isPage, let page { return page(output).map { [$0] } ?? [] }
    return edits.compactMap { $0(output) }
  }
}
