import Millrace
import MillraceSupport

/// The operations of one part on its storage: one at a time, in the order of the changes.
final class KeptWriter<Value: Equatable & Sendable>: Sendable {
  private struct State {
    /// The number of the newest value that was written.
    var number: UInt64 = 0
    /// The bytes that were read or written last.
    var known: [UInt8]?
  }

  /// The result of a write.
  enum Written: Sendable {
    /// The value is there; the place of what was set aside.
    case done(aside: String?)
    /// There is something else than was known.
    case overtaken(KeptMachine<Value>.Found)
    case failed(KeepError)
  }

  let storage: any KeptStorage
  let form: KeptForm<Value>
  /// The lock is held during an operation.
  private let state = Locked(State())

  init(_ storage: any KeptStorage, _ form: KeptForm<Value>) {
    self.storage = storage
    self.form = form
  }

  func read() -> KeptMachine<Value>.Found { state.withLock { read(&$0) } }

  private func read(_ state: inout State) -> KeptMachine<Value>.Found {
    do {
      guard let bytes = try storage.read() else {
        state.known = nil
        return .missing
      }
      return bytes == state.known ? .same : take(bytes, &state)
    } catch {
      return .unusable(.cannotRead(location: form.location, reason: CodingReason.text(error)))
    }
  }

  /// Writes a value, unless a newer one was written.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of the value, which increases.
  ///   - isGiven: True to write only over what is known.
  ///   - isDamaged: True to set aside what is there, if it is what is known.
  func write(_ value: Value, number: UInt64, overKnown isGiven: Bool, settingAside isDamaged: Bool) -> Written
  {
    state.withLock { state in
      if number < state.number { return .done(aside: nil) }
      do throws(KeepError) {
        let bytes = try form.encode(value)
        if isGiven && !isDamaged {
          // Tells a place that cannot be read from one that cannot be written.
          let found = read(&state)
          switch found {
          case .value, .unusable: return .overtaken(found)
          case .same, .missing: break
          }
        }
        var aside: String?
        if isGiven || isDamaged {
          let known = state.known
          var other: [UInt8]?
          try change { found in
            if let found, found != known {
              other = found
              return nil
            }
            if isDamaged && found != nil { aside = try setAside() }
            return bytes
          }
          if let other { return .overtaken(take(other, &state)) }
        } else {
          try replace(by: bytes)
        }
        state.number = number
        state.known = bytes
        return .done(aside: aside)
      } catch {
        return .failed(error)
      }
    }
  }

  /// Writes the last value of a part, joined with what another process has written meanwhile.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of the value.
  ///   - isDamaged: True to set aside what is there, if it cannot be used.
  ///   - merge: A function that joins the value with one of another process; nil to write over it.
  /// - Returns: The reason why the value could not be written; nil if it was.
  func finish(
    _ value: Value, number: UInt64, settingAside isDamaged: Bool, merge: KeptMerge<Value>?
  ) -> KeepError? {
    if merge == nil && !isDamaged {
      let written = write(value, number: number, overKnown: false, settingAside: false)
      return if case .failed(let error) = written { error } else { nil }
    }
    return state.withLock { state in
      if number < state.number { return nil }
      let known = state.known
      do throws(KeepError) {
        try change { found in
          guard let found else { return try form.encode(value) }
          if found != known, let theirs = try? form.decode(found) {
            return try form.encode(merge?(value, theirs) ?? value)
          }
          if isDamaged { _ = try setAside() }
          return try form.encode(value)
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

  private func replace(by bytes: [UInt8]) throws(KeepError) {
    do { try storage.write(bytes) } catch {
      throw .cannotWrite(location: form.location, reason: CodingReason.text(error))
    }
  }

  private func take(_ bytes: [UInt8], _ state: inout State) -> KeptMachine<Value>.Found {
    state.known = bytes
    do { return .value(try form.decode(bytes)) } catch { return .unusable(error) }
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
