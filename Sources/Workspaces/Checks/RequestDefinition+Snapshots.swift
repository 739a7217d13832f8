extension RequestDefinition {
  /// Why no answer to it can be recorded: a test could not compare later ones with it.
  /// - Parameter table: the variables in what the tests leave out; `nil` if they are not known.
  package func snapshotFault(in table: VariableTable?) -> String? {
    for assertion in assertions where assertion.isEnabled && assertion.ownOperator == .sameAsRecorded {
      guard let expression = CheckExpression(assertion.expression) else {
        return "\(assertion.expression): only paths such as res.body.id are supported"
      }
      let exceptions = table?.resolved(assertion.value).text ?? assertion.value
      do throws(SnapshotFault) {
        _ = try SnapshotExceptions(exceptions, isWholeAnswer: expression.isWholeAnswer)
      } catch {
        return "\(assertion.expression): \(error.description)"
      }
    }
    return nil
  }
}
