extension TurnLog {
  /// A receiver of a log's entries.
  public struct Sink: Sendable {
    private enum Way: Sendable {
      case atOnce(@Sendable (Entry) -> Void)
      case queued(LogQueue)
    }

    private let way: Way

    /// Creates a sink that receives each entry before its turn is over, at the flow's home.
    ///
    /// A turn takes as long as `write` does.
    public init(_ write: @escaping @Sendable (_ entry: Entry) -> Void) {
      way = .atOnce(write)
    }

    /// Creates a sink that writes on a queue of its own.
    ///
    /// A turn never waits for it. When `limit` entries wait, further ones are left out, and an entry of
    /// ``Event/lost`` takes their place. When `write` throws, the flow's error handler receives the error,
    /// once until a write succeeds, and the entries are counted as lost.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of waiting entries.
    ///   - write: A function that writes entries, in order and never twice at a time.
    public init(limit: Int, write: @escaping @Sendable (_ entries: [Entry]) throws -> Void) {
      way = .queued(LogQueue(limit: limit, write: write))
    }

    /// Returns a sink that writes a line of text for each entry:
    /// `2026-03-01T16:04:05.123Z info  app/search 12 .typed("swift"); started search swift`.
    ///
    /// - Parameters:
    ///   - destination: The destination of the lines.
    ///   - limit: The maximum number of entries that wait to be written.
    public static func text(_ destination: Destination = .standardError, limit: Int = 1_000) -> Sink {
      Sink(limit: limit) { try destination.write($0.map { TextLine.of($0) }) }
    }

    /// Returns a sink that writes a JSON object in a line of its own for each entry.
    ///
    /// *Seeing in a terminal* lists the members. A line is valid JSON, contains no control character, and is
    /// made only of what the entry shows.
    ///
    /// - Parameters:
    ///   - destination: The destination of the lines.
    ///   - limit: The maximum number of entries that wait to be written.
    public static func jsonLines(_ destination: Destination, limit: Int = 1_000) -> Sink {
      Sink(limit: limit) { try destination.write($0.map { JSONLine.of($0) }) }
    }

    func write(_ entry: Entry, _ report: HomeReport) {
      switch way {
      case .atOnce(let write): write(entry)
      case .queued(let queue): queue.add(entry, report)
      }
    }

    /// Waits until everything that it has received so far is written, or has failed.
    ///
    /// Call it before the program exits; a process that ends takes the entries that wait along.
    public func flush() async {
      if case .queued(let queue) = way { await queue.flush() }
    }
  }
}
