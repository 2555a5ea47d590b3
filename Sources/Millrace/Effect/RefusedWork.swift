/// The error of work that was refused before it began.
///
/// Nothing was done, so no `catch` answers it, no `retry` tries again, and the error handler receives the
/// reason.
@usableFromInline
package struct RefusedWork: Error {
  @usableFromInline let reason: any Error

  package init(_ reason: any Error) {
    self.reason = reason
  }
}
