import Aftermath

/// What a controller does with the outputs of one type of commands.
class CommandDesk {
  /// Gives the command for the next page, if there is one.
  var nextPage: (() -> (any AnyCommand)?)?
}

/// What a controller does with the outputs of commands of a known type.
final class TypedCommandDesk<C: Command>: CommandDesk {
  private var edits: [(C.Output) -> ContentEdit?] = []
  private var page: ((C.Output) -> ContentEdit?)?

  func add(_ edit: @escaping (C.Output) -> ContentEdit?) { edits.append(edit) }

  func setPage(_ page: @escaping (C.Output) -> ContentEdit?) { self.page = page }

  /// The edits that an output leads to.
  func edits(for output: C.Output, isPage: Bool) -> [ContentEdit] {
    if isPage, let page { return page(output).map { [$0] } ?? [] }
    return edits.compactMap { $0(output) }
  }
}
