public import Millrace

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Writes a line for each message after its turn, with its cause and the commands that it led to, until the
  /// token ends.
  ///
  /// ```swift
  /// let log = store.logMessages(except: [WatchMessage.self])
  /// // [Counter] 3: add(2) (sent) → Save(value: 5)
  /// ```
  ///
  /// - Parameters:
  ///   - ignored: The types of messages that are not written.
  ///   - write: A closure that receives each line, at the store's home; by default it prints the line.
  public func logMessages(
    except ignored: [any Katana.Message.Type] = [],
    to write: @escaping (_ line: String) -> Void = { print($0) }
  ) -> ObservationToken {
    let ignored = Set(ignored.map { ObjectIdentifier($0) })
    return flow.tap { [storeName] record in
      guard record.store == storeName, let message = record.message as? any Katana.Message,
        !ignored.contains(ObjectIdentifier(type(of: message)))
      else { return }
      write(logLine(of: record))
    }
  }
}

/// Returns the line of a turn, such as `[Counter] 3: add(2) (sent) → Save(value: 5)`.
private func logLine(of record: TurnRecord) -> String {
  var line = "[\(record.store)] \(record.sequence): \(record.message) (\(record.cause))"
  if !record.isHandled { line += ", not handled" }
  let requested = record.effects.compactMap { event in
    event.turn == record.sequence && (event.kind == .started || event.kind == .waiting)
      ? event.label.map { "\($0)" } : nil
  }
  if !requested.isEmpty { line += " → " + requested.joined(separator: ", ") }
  return line
}
