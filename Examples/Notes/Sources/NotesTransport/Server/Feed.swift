import Foundation
import Katana
import NotesModel

/// The connection of a change feed: made when the first batch is asked for, and gone with this object.
actor Feed {
  private enum State {
    case idle
    case open(Transfer)
    /// The server has ended it; what came before may still be there to be given.
    case ended
    case over
  }

  private let request: WebRequest
  private let transport: CurlTransport
  private let clock: any Clock<Duration>
  private var state = State.idle
  private var reader = FeedReader()

  init(_ request: WebRequest, _ transport: CurlTransport, _ clock: any Clock<Duration>) {
    self.request = request
    self.transport = transport
    self.clock = clock
  }

  deinit {
    if case .open(let transfer) = state { transfer.cancel() }
  }

  /// The next batch; nil after an error, or when the task is cancelled.
  func next() async throws -> FeedBatch? {
    if case .over = state { return nil }
    do {
      while true {
        if let batch = try reader.next() { return batch }
        try await readMore()
      }
    } catch {
      end()
      if error is CancellationError, Task.isCancelled { return nil }
      throw ServerError(error)
    }
  }

  private func end() {
    if case .open(let transfer) = state { transfer.cancel() }
    state = .over
  }

  private func readMore() async throws {
    if case .ended = state {
      throw ServerError.unreachable("The server has ended the change feed; it is asked again later.")
    }
    let piece = try await nextPiece()
    try reader.take(piece.bytes)
    if piece.isLast { state = .ended }
  }

  private func nextPiece() async throws -> Inbox.Piece {
    do {
      return try await within(ServerClient.longestSilence, on: clock) { [self] in try await fetch() }
    } catch is OutOfPatience {
      throw ServerError.unreachable(
        "The change feed was silent for \(ServerClient.longestSilence); the server is asked again later.")
    }
  }

  private func fetch() async throws -> Inbox.Piece {
    if case .open(let transfer) = state { return try await transfer.next() }
    let transfer = try transport.begin(request)
    state = .open(transfer)
    let piece = try await transfer.next()
    try await check(piece, transfer)
    return piece
  }

  /// Throws if what has come is not the beginning of a change feed.
  private func check(_ first: Inbox.Piece, _ transfer: Transfer) async throws {
    guard let head = first.head else { throw CancellationError() }
    guard head.status == 200 else {
      var answer = Answer(request, limit: 1 << 20)
      var piece = first
      try answer.add(piece)
      while !piece.isLast {
        piece = try await transfer.next()
        try answer.add(piece)
      }
      let response = try answer.whole()
      try ServerJudgement.throwIfNoSuccess(response)
      throw ServerError.notAServer("There is no change feed at `\(request.url)`; check the address.")
    }
    let type = head.header("Content-Type")?.split(separator: ";").first?.lowercased()
    guard type == "text/event-stream" else {
      throw ServerError.notAServer("There is no change feed at `\(request.url)`; check the address.")
    }
  }
}
