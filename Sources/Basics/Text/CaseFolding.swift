/// Finds letters that differ only in case.
package enum CaseFolding {
  /// The scalar itself and its other cases that are single scalars.
  package static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var found = [scalar]
    for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
      let scalars = mapping.unicodeScalars
      if scalars.count == 1, let other = scalars.first, !found.contains(other) { found.append(other) }
    }
    return found
  }
}
