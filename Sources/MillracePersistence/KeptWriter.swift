import Millrace
import MillraceSupport

/// The operations of one part on its storage: one at a time, in the order of the changes.
final class KeptWriter<Value: Equatable & Sendable>: Sendable {
  typealias Found = KeptMachine<Value>.Found

  /// The contents of the storage, with the number of the last look.
  struct Look: Sendable {
    let found: Found
    let number: UInt64
  }

  /// The result of a write.
  enum Written: Sendable {
    /// The value is there; the place of what was set aside.
    case done(aside: String?)
    /// There is something that the value has not joined.
    case overtaken(Look)
    case failed(KeepError)
  }

  let storage: any KeptStorage
  let form: KeptForm<Value>
  /// True if the value of another process is joined, and not written over.
  let merges: Bool
  /// The lock is held during an operation.
  private let contents = Locked(KeptContents())

  init(_ storage: any KeptStorage, _ form: KeptForm<Value>, merges: Bool) {
    self.storage = storage
    self.form = form
    self.merges = merges
  }

  func read() -> Look { contents.withLock { read(&$0) } }

  private func read(_ contents: inout KeptContents) -> Look {
    do { return look(at: try storage.read(), &contents) } catch {
      let error = KeepError.cannotRead(location: form.location, reason: CodingReason.text(error))
      return Look(found: .unusable(error), number: contents.look)
    }
  }

  /// Writes a value, unless it or a newer one was written.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - stamp: The mark of the value.
  ///   - isDamaged: True to set aside what is there, if the value has taken account of it.
  func write(_ value: Value, _ stamp: KeptStamp, settingAside isDamaged: Bool) -> Written {
    contents.withLock { contents in
      do throws(KeepError) {
        let bytes = try form.encode(value)
        if !isDamaged {
          // Tells a place that cannot be read from one that cannot be written.
          let look = read(&contents)
          if isForeign(look.found) { return .overtaken(look) }
        }
        var (aside, other): (String?, Look?) = (nil, nil)
        var isWritten = false
        try change { found in
          switch contents.answer(to: stamp, over: found) {
          case .isWritten:
            isWritten = true
            return nil
          case .join(let bytes):
            let look = look(at: bytes, &contents)
            if isDamaged || isForeign(look.found) {
              other = look
              return nil
            }
          case .write: if isDamaged && found != nil { aside = try setAside() }
          }
          return bytes
        }
        if let other { return .overtaken(other) }
        if !isWritten { contents.wrote(bytes, stamp) }
        return .done(aside: aside)
      } catch {
        return .failed(error)
      }
    }
  }

  /// Returns true if contents may not be written over before the home has taken account of them.
  private func isForeign(_ found: Found) -> Bool {
    switch found {
    case .same, .missing: false
    case .value: merges
    case .unusable: true
    }
  }

  /// Writes the last value of a part, joined with what another process has written meanwhile.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - stamp: The mark of the value.
  ///   - isDamaged: True to set aside what is there, if it cannot be used.
  ///   - merge: A function that joins the value with one of another process; nil to write over it.
  /// - Returns: The reason why the value could not be written; nil if it was.
  func finish(
    _ value: Value, _ stamp: KeptStamp, settingAside isDamaged: Bool, merge: KeptMerge<Value>?
  ) -> KeepError? {
    contents.withLock { contents in
      do throws(KeepError) {
        try change { found in
          switch contents.answer(to: stamp, over: found) {
          case .isWritten: return nil
          case .write:
            if isDamaged && found != nil { _ = try setAside() }
            return try form.encode(value)
          case .join(let bytes):
            let theirs: Value
            do throws(KeepError) { theirs = try form.decode(bytes) } catch {
              if error.isObstacle { throw error }
              let own = try form.encode(value)
              _ = try setAside()
              return own
            }
            return try form.encode(merge?(value, theirs) ?? value)
          }
        }
        return nil
      } catch { return error }
    }
  }

  /// Replaces the bytes, and turns other errors into that of a place that cannot be written.
  private func change(_ body: (_ found: [UInt8]?) throws -> [UInt8]?) throws(KeepError) {
    do { try storage.update(body) } catch let error as KeepError { throw error } catch {
      throw .cannotWrite(location: form.location, reason: CodingReason.text(error))
    }
  }

  /// Takes contents, and returns what they are.
  private func look(at bytes: [UInt8]?, _ contents: inout KeptContents) -> Look {
    let isNew = contents.see(bytes)
    guard let bytes else { return Look(found: .missing, number: contents.look) }
    if !isNew { return Look(found: .same, number: contents.look) }
    do {
      return Look(found: .value(try form.decode(bytes)), number: contents.look)
    } catch { return Look(found: .unusable(error), number: contents.look) }
  }

  private func setAside() throws(KeepError) -> String {
    do { return try storage.setAside() } catch {
      throw .cannotWrite(
        location: form.location, reason: "what is there could not be set aside: \(CodingReason.text(error))")
    }
  }
}

/// A function that joins a part with the value that another process has written; nil to keep the part.
typealias KeptMerge<Value> = @Sendable (_ mine: Value, _ theirs: Value) -> Value?
